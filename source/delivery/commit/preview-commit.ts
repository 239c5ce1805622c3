import {Failure} from '../../failure.ts';
import type {Plan} from '../../resolve/decide.ts';
import type {Analysis} from '../../run/analyze.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {fileOf} from '../../run/files/snapshot.ts';
import {runEditsOf} from '../../run/records/run-edits.ts';
import {quoteForShell} from '../../system/shell.ts';
import {readBaseBranch} from '../../worktree/commit/base-branch.ts';
import {completeRange} from '../../worktree/commit/commit-range.ts';
import {runsIn} from '../../worktree/commit/commit-runs.ts';
import type {Candidate} from '../../worktree/commit/gather.ts';
import {pendingEdits} from '../../worktree/commit/pending.ts';
import {openJournal} from '../../worktree/journal.ts';
import {withObjects} from '../../worktree/objects.ts';
import {gitOf, type Worktree} from '../../worktree/repository.ts';
import type {Delivery} from '../delivery.ts';
import type {CommitRequest} from '../request.ts';
import {type CommitReady, readyToCommit} from './commit.ts';
import {divisionFor, groupMessage} from './commit-wording.ts';

/** Stands for the id of the run, which there is none of yet. */
export const noRun = '<run>';

/**
 * Shows the messages of the commits that a plan would make, with what earlier runs left uncommitted, and makes none.
 * @throws {Failure} as `readyToCommit`, `pendingEdits`, `Divide`
 */
export async function* previewCommit(
	{request: {commit}, repository, analysis, number}: Delivery,
	plan: Plan,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	if (!commit) return;
	const {git, place, committer} = await readyToCommit(repository, context);
	const earlier = await pendingEdits(git, repository.root, openJournal(repository.records, context));
	const planned = plannedCandidates(plan, analysis);
	const run = planned.length > 0 ? noRun : null;
	const ready = {git, place, committer};
	const messages = await messagesFor([...earlier.candidates, ...planned], {run, commit, number}, ready);
	yield {type: 'facts', facts: {commitPreview: {messages, branch: repository.branch, earlier: earlier.runs}}};
}

/** The edits of a plan, as those of a run that there is not yet. */
export const plannedCandidates = (
	plan: Plan,
	analysis: Pick<Analysis, 'snapshot' | 'structures' | 'answers'>,
): Candidate[] =>
	runEditsOf(plan, analysis).map(edit => {
		const {path, edits} = edit;
		return {source: {run: noRun, edit}, path, edits, before: fileOf(analysis.snapshot, path).text};
	});

/** The messages of the commits that would hold these edits. @param run id of the one that commits; null if it wrote nothing */
export async function messagesFor(
	candidates: readonly Candidate[],
	{run, commit, number}: {run: string | null; commit: CommitRequest; number: number | null},
	{git, place, committer}: CommitReady,
): Promise<string[]> {
	const divide = divisionFor(commit, git);
	const shares = await withObjects(git, objects => divide(candidates, place.parent, objects));
	return shares.map(({part, members}) => {
		const edits = members.map(({source}) => source.edit);
		return groupMessage({part, edits, runs: runsIn(members, run)}, commit, committer, number);
	});
}

/**
 * Adds to a request for fixups what the pull request is based on, before a byte is written; the record of the run has it then.
 * @throws {Failure} usage `no-base`
 */
export async function withBases<Of extends Pick<Delivery, 'request' | 'repository' | 'analysis'>>(
	delivery: Of,
	context: Context,
): Promise<Of> {
	const {request, repository, analysis} = delivery;
	const {commit} = request;
	if (!commit || typeof commit.split === 'string') return delivery;
	const {baseRefName: base, headRefName, source} = analysis.pullRequest;
	if (base === null) throw noBase('this recording does not name that branch', 'Remove --fixup.');
	const git = gitOf(repository, {...context, offline: true});
	const {oids, exists} = await readBaseBranch(git, repository, base, base === headRefName);
	if (!exists) throw noBase(`this repository has no branch ${base}`, fetchIt(base, repository));
	if (oids.length === 0) {
		const remedy = repository.isShallow ? 'Run: git fetch --unshallow' : 'Remove --fixup.';
		throw noBase(`this branch has no commit in common with ${base} here`, remedy);
	}
	const reader = gitOf(repository, {...context, offline: source.kind === 'recording'});
	if (!(await completeRange(reader, 'HEAD', oids))) {
		throw noBase(`this partial clone lacks files of the commits since ${base}`, getThem(oids));
	}
	return {...delivery, request: {...request, commit: {...commit, split: {bases: oids}}}};
}

const getThem = (bases: readonly string[]) =>
	`Run: git log --numstat HEAD --not ${bases.map(oid => oid.slice(0, 12)).join(' ')}`;

function fetchIt(base: string, {remotes}: Worktree): string {
	const [first] = remotes;
	const remote = remotes.find(({name}) => name === 'origin') ?? first;
	if (!remote) return 'Remove --fixup.';
	const refspec = `${base}:refs/remotes/${remote.name}/${base}`;
	return `Run: git fetch ${quoteForShell(remote.name)} ${quoteForShell(refspec)}`;
}

const noBase = (why: string, remedy: string) =>
	new Failure(
		'usage',
		'no-base',
		`--fixup needs the commits since the base branch of the pull request, but ${why}. Nothing was applied.`,
		remedy,
	);
