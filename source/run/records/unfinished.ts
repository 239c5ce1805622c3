import {revertedBy} from '../../delivery/record.ts';
import type {PublicationStep} from '../../delivery/steps/table.ts';
import {advise, Failure, type Remedy} from '../../failure.ts';
import {clause, closedSentence, sentences} from '../../text/sentences.ts';
import {commitKey} from '../../worktree/commit/commit-step.ts';
import {isSamePush, openSteps} from '../../worktree/publication.ts';
import {continuing, isOfNewerVersion, readable} from '../../worktree/run-id.ts';
import type {BrokenRun, Run} from '../../worktree/run-record.ts';
import type {Context} from '../context.ts';
import {findRecorded, listRecorded, type RunsHome} from './recorded-runs.ts';

/** A run that did not come to its end. */
export type Unfinished = {
	/** The run that is made or undone. */
	run: Run;
	/** What is left: `apply` its files or the steps after them, `undo` it here, `revert` what it has pushed. */
	kind: 'apply' | 'undo' | 'revert';
	/** Kinds of what is left, in order; `files` if it was interrupted while it wrote. */
	left: string[];
	/** Ids of the runs whose records are finished with it. */
	ids: string[];
};

/** @param all newest first */
export function listUnfinished(all: readonly (Run | BrokenRun)[]): Unfinished[] {
	const readable = all.filter((run): run is Run => run.state !== 'broken' && run.state !== 'running');
	const open = readable.filter(run => run.state === 'interrupted' || openSteps(run).length > 0);
	const found = new Map<string, Unfinished>();
	for (const run of open) {
		const isFiles = run.state === 'interrupted';
		const isUndo = isFiles && run.phase === 'undoing';
		const reverted = isUndo ? undefined : readable.find(({id}) => id === revertedBy(run));
		const owner = reverted ?? sharerOf(run, open) ?? run;
		const steps = openSteps(run);
		const isRevert = reverted !== undefined || steps.some(({kind}) => kind === 'undo');
		const kind = isUndo ? 'undo' : isRevert ? 'revert' : 'apply';
		const left = [...(isFiles ? ['files'] : []), ...steps.map(step => step.kind)];
		const known = found.get(owner.id) ?? {run: owner, kind, left: [], ids: [owner.id]};
		found.set(owner.id, {
			...known,
			kind: known.kind === 'apply' ? kind : known.kind,
			left: [...new Set([...known.left, ...left])],
			ids: [...new Set([...known.ids, run.id])],
		});
	}
	return [...found.values()];
}

/** The newer run that has committed or pushed what is left of an older one, together with its own. @param open newest first */
function sharerOf(run: Run, open: readonly Run[]): Run | null {
	if (run.state === 'interrupted') return null;
	const newer = open.slice(0, open.indexOf(run));
	const isShared = (step: PublicationStep, other: Run) =>
		step.key === commitKey(run.id, other.id) || openSteps(other).some(theirs => isSamePush(step, theirs));
	return newer.find(other => openSteps(run).every(step => isShared(step, other))) ?? null;
}

/** `20261121-1030-ab12 (commit, push)` */
export const nameUnfinished = ({run, left}: Unfinished) => `${run.id} (${left.join(', ')})`;

/**
 * The run to finish, and where it is recorded: the one named, or the only one, of this working tree or, if that has none,
 * without a checkout on its repository.
 * @param repo as for `listRecorded`
 * @throws {Failure} usage `nothing-to-continue`, `several-to-continue`; as `listRecorded` and `findRecorded`
 */
export async function findUnfinished(
	idOrPrefix: string | null,
	repo: string | null,
	context: Context,
): Promise<{home: RunsHome; unfinished: Unfinished}> {
	const recorded = await listRecorded(repo, context);
	const all = [...Map.groupBy(recorded, ({home}) => home)].flatMap(([home, runs]) =>
		listUnfinished(runs.map(({run}) => run)).map(unfinished => ({
			home,
			unfinished,
			isElsewhere: runs.some(one => one.isElsewhere),
		})),
	);
	const here = all.filter(({home}) => home.kind === 'worktree');
	const takable = here.length > 0 ? here : all.filter(({isElsewhere}) => !isElsewhere);
	const wanted = idOrPrefix === null ? null : await findRecorded(recorded, idOrPrefix);
	const [found, ...others] =
		wanted === null
			? takable
			: all.filter(({home, unfinished}) => home === wanted.home && unfinished.ids.includes(wanted.run.id));
	if (!found) {
		if (wanted !== null) throw nothingLeft(wanted.run);
		const newer = recorded.find(({run, isElsewhere}) => !isElsewhere && isOfNewerVersion(run));
		if (newer) readable(newer.run, newer.home.journal.folderOf(''));
		const [newest = null] = recorded.flatMap(({home, run}) =>
			home.kind === 'worktree' && run.state !== 'broken' ? [run] : [],
		);
		throw nothingHere(
			all.map(({unfinished}) => unfinished),
			newest,
		);
	}
	if (others.length > 0) throw severalToContinue([found, ...others].map(({unfinished}) => unfinished));
	return found;
}

function nothingLeft(run: Run): Failure {
	const {id, state} = run;
	const stopped = failedToPush(run);
	if (stopped) return stopped;
	const why = state === 'running' ? 'still running' : 'finished';
	return nothingToContinue(`Run ${id} is ${why}.`, 'List the runs with: pr-resolve runs');
}

/** A run whose push failed for good has no open step; the command that began it pushes its changes. Null for any other. */
function failedToPush({id, state, publication}: Run): Failure | null {
	const push = publication.find(({kind}) => kind === 'push');
	if (state === 'undone' || push?.state !== 'failed') return null;
	return nothingToContinue(
		sentences(`Run ${id} was not interrupted`, closedSentence(clause(push.reason))),
		advise`${{kind: 'again', what: 'the command that began it'}}.`,
	);
}

/**
 * @param elsewhere those without a checkout on other repositories than that of the clone
 * @param newest run of the working tree; null if there is none
 */
function nothingHere([elsewhere]: readonly Unfinished[], newest: Run | null): Failure {
	const stopped = newest && failedToPush(newest);
	if (stopped) return stopped;
	return elsewhere
		? nothingToContinue(
				`No run was interrupted here. One elsewhere, on ${elsewhere.run.pullRequest}, is not finished.`,
				advise`To finish that one, ${continuing(elsewhere.run.id)}`,
			)
		: nothingToContinue('No run was interrupted.', 'List the runs with: pr-resolve runs');
}

const nothingToContinue = (message: string, remedy: Remedy) =>
	new Failure('usage', 'nothing-to-continue', message, remedy);

const severalToContinue = (all: readonly Unfinished[]) =>
	new Failure(
		'usage',
		'several-to-continue',
		`Several runs are not finished: ${all.map(nameUnfinished).join(', ')}.`,
		'Name one of them: pr-resolve apply --continue <run>',
	);
