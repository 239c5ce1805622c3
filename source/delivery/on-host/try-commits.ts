import type {CommitEnd} from '../../code-host/commit-order.ts';
import {headlineIn} from '../../resolve/commit-message.ts';
import {linesOfPart} from '../../resolve/commit-parts.ts';
import type {NamedPullRequest} from '../../run/code-host.ts';
import type {Context} from '../../run/context.ts';
import type {DeliveryStop, RunEvent} from '../../run/events.ts';
import {follow} from '../../run/generators.ts';
import {changesOf} from '../../worktree/commit/commit-step.ts';
import {divideBy} from '../../worktree/commit/divide.ts';
import {type DraftsOnCommit, draftOnCommit} from '../../worktree/commit/draft-on-commit.ts';
import type {LeftEdit} from '../../worktree/commit/gather.ts';
import {arrivedCommits, intendedCommitsOf} from '../../worktree/commit/intended-commits.ts';
import type {Journal} from '../../worktree/journal.ts';
import {gitOf} from '../../worktree/repository.ts';
import {type HeldEdit, heldAmong, sourcesOf, withoutHeld} from '../answered/answers-since.ts';
import {followHead, type HostRepository} from '../follow-head.ts';
import type {HostSide} from '../publish/open-publishing.ts';
import {hostObstacle, notPushed} from '../push/push-obstacles.ts';
import type {RunCommit} from '../steps/commit.ts';
import {type HostBranch, stepsOnHost} from './host-record.ts';
import {type FailedCommit, isResumable, stoppedCommit} from './host-stops.ts';
import type {HostCommitOrder, HostCommitter} from './prepare-on-host.ts';
import type {MissingEdits} from './replanning.ts';

/** So often the changes are placed again because the branch has moved. */
const mostMoves = 3;

/** A run whose plan is known. */
export type FreshRun = {
	/** Puts the plan for the head that the repository is at now into the record, without what is held back. */
	replan: (repository: HostRepository, held: readonly HeldEdit[]) => AsyncGenerator<RunEvent, void>;
	/** Paths of all files that a plan may be about. */
	paths: () => Iterable<string>;
	/** What is written, once it is known. @param run its id; null if nothing of it is on the host */
	written: (missing: MissingEdits, run: string | null) => RunEvent;
};

/** A run that the code host is to commit. */
type HostRun = HostSide &
	HostCommitOrder & {
		/** Its id. */
		run: string;
		target: NamedPullRequest;
		where: HostBranch;
		account: HostCommitter;
		journal: Journal;
		/** Null: the run is continued, and its edits are made as they are on a branch that has moved. */
		fresh: FreshRun | null;
		emit: (event: RunEvent) => void;
	};

/** The commits of a run on the code host, as far as they could be made. */
type TriedCommits = {
	made: RunCommit[];
	notes: string[];
	/** Edits that are in none of them, because they no longer fit. */
	left: LeftEdit[];
	/** Those of the commits that were not made. */
	unsent: LeftEdit[];
	/** Why there are no more of them; null if there are all. */
	stop: DeliveryStop | null;
	/** Whether the same ones may still be made, or be there: then `apply --continue` settles it. */
	isOpen: boolean;
};

/** Sends what the record of a run has and the branch has not, and follows a branch that moves meanwhile. @throws {Failure} */
export async function tryCommits(start: HostRepository, hostRun: HostRun, context: Context): Promise<TriedCommits> {
	const {run, target, where, journal, connection, publisher, partOf, fresh, emit} = hostRun;
	const notes: string[] = [];
	let repository = start;
	const arrived = async (): Promise<RunCommit[]> => {
		const intended = intendedCommitsOf(await journal.read(run));
		const git = gitOf(repository, {...context, offline: true});
		return intended ? arrivedCommits(git, repository.head, {run, intended}) : [];
	};
	const heldNow = async () => heldAmong(sourcesOf(await journal.read(run)), {repository, target}, context);
	let made = await arrived();
	for (let moves = 0; ; moves += 1) {
		let held = await heldNow();
		while (held.length > 0 && fresh && made.length === 0) {
			await follow(fresh.replan(repository, held), emit);
			held = await heldNow();
		}
		const recorded = await journal.read(run);
		const order = {run: recorded, parent: repository.head, divide: divideBy(partOf), leftOut: withoutHeld(held)};
		const drafts = await draftOnCommit(gitOf(repository, {...context, offline: true}), journal, order);
		const {end, unsent, ...sent} = await sendCommits(drafts, {parent: repository.head, made}, hostRun);
		made = sent.made;
		notes.push(...sent.notes);
		const tried = {made, notes, left: drafts.left, unsent};
		if (end?.kind !== 'stale' || moves === mostMoves) {
			const stop = end && stoppedCommit(end, where, {run: recorded, hasMade: made.length > 0});
			return {...tried, stop, isOpen: end !== null && isResumable(end)};
		}
		const standing = await publisher.standing();
		const closed = hostObstacle(standing);
		if (closed) return {...tried, stop: {step: 'commit', ...notPushed(closed)}, isOpen: false};
		const paths = new Set([...recorded.files.map(({path}) => path), ...(fresh?.paths() ?? [])]);
		const source = {connection, target, commits: standing.commits};
		repository = await followHead(repository, source, {head: end.head, paths}, context);
		// What has arrived all the same stays as it is.
		made = await arrived();
		if (fresh && made.length === 0) await follow(fresh.replan(repository, []), emit);
	}
}

/** `end`: how the first commit ended that was not made; null if all are made. `unsent`: the edits of it and of those after it. */
type SentCommits = Pick<TriedCommits, 'made' | 'notes' | 'unsent'> & {end: FailedCommit | null};

/** Has the code host make commits, each on the one before. @param begun `parent`: object id of the first one's; `made`: those before it */
async function sendCommits(
	{commits, executable}: DraftsOnCommit,
	begun: {parent: string; made: readonly RunCommit[]},
	{run, where, account, journal, publisher, messageOf}: HostRun,
): Promise<SentCommits> {
	const steps = stepsOnHost(run, where);
	const worded = commits.map(({part, chosen, tree, files}) => {
		const edits = chosen.map(({source}) => source.edit);
		const message = messageOf({part, edits, runs: [run]}, account);
		return {tree, files, message, named: {headline: headlineIn(message), ...changesOf(edits)}};
	});
	const made = [...begun.made];
	const notes: string[] = [];
	let {parent} = begun;
	for (const [index, {tree, files, message, named}] of worded.entries()) {
		const rest = worded.slice(index).map(one => ({tree: one.tree, ...one.named}));
		const intended = {made: [...made], head: parent, commits: rest};
		await journal.recordStep(run, steps.commit('intended', intended));
		const changes = [...files].map(([path, content]) => {
			return {path, mode: executable.has(path) ? '100755' : '100644', content};
		});
		const end = await publisher.commit({...where, expected: parent, message, files: changes, tree});
		if (end.kind !== 'made') {
			if (end.kind === 'unknown') await journal.recordStep(run, steps.commit('unknown', intended));
			// The request was refused: nothing more may be on the way.
			if (end.kind === 'limited' || end.kind === 'blocked')
				await journal.recordStep(run, steps.commit('intended', {...intended, commits: []}));
			return {made, notes, end, unsent: unsentOf(commits.slice(index), end)};
		}
		const {oid, isSigned: signed, via, url, note} = end;
		made.push({oid, parent, ...named, signed, via, url});
		if (note !== null) notes.push(note);
		parent = oid;
	}
	return {made, notes, end: null, unsent: []};
}

/** The edits of commits that were not made. @param end how the first of them ended */
const unsentOf = (commits: DraftsOnCommit['commits'], {kind}: CommitEnd): LeftEdit[] =>
	commits.flatMap(({chosen}, index) => {
		const reason = index === 0 && kind === 'unknown' ? 'its commit may not be made' : 'its commit was not made';
		return chosen.map(one => {
			const {path, source} = one;
			return {path, lines: linesOfPart(one, chosen, null), changes: source.edit.changes, reason};
		});
	});
