import type {CommitResult, RunCommit} from '../../delivery/steps/commit.ts';
import {type CommitPartName, headlineIn} from '../../resolve/commit-message.ts';
import {readCheckout} from '../checkout.ts';
import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import {withObjects} from '../objects.ts';
import type {RunEdit} from '../run-edit.ts';
import {continuing} from '../run-id.ts';
import type {Run} from '../run-record.ts';
import {underLock, type WriteTarget} from '../transaction.ts';
import {changesOf, commitKey, commitResultOf} from './commit-step.ts';
import type {Divide} from './divide.ts';
import {draftCommits, type VersionsOn} from './draft-commits.ts';
import {
	besideUncommitted,
	type Candidate,
	candidatesOf,
	committableRuns,
	type LeftEdit,
	type LeftOut,
	readVersions,
} from './gather.ts';
import {waitForHead} from './git-lock.ts';
import {checked, readEntries} from './index-entries.ts';
import {locateCommits} from './locate-commits.ts';
import {moveForward, recordMove, runsCommittedBy, skipCommit} from './move-branch.ts';
import {branchLeft, type CommitPlace} from './obstacles.ts';
import {pendingEdits} from './pending.ts';
import {type CommitIdentity, storeCommit} from './write-commit.ts';

/** The edits of one commit. */
export type CommitGroup = {part: CommitPartName | null; edits: RunEdit[]; runs: string[]};

/**
 * Looks at a commit that is about to be made. Returns the message to use; null if a hook has changed what it will hold.
 * @throws {Failure} if there must be no commit
 */
export type CommitGate = (draft: {
	/** Id of its tree. */
	tree: string;
	message: string;
	/** Absolute path of what is kept of the run. */
	folder: string;
}) => Promise<string | null>;

export type CommitRunsOrder = {
	/** In the root of the working tree. */
	git: Git;
	place: CommitPlace;
	identity: CommitIdentity;
	/** The run that asked for it; null if it wrote nothing, so that only earlier runs are committed. */
	run: string | null;
	/** Whether edits of earlier runs that are not committed go along. */
	takesAlong: boolean;
	divide: Divide;
	/** By default, nothing is left out. */
	leftOut?: LeftOut;
	messageOf: (group: CommitGroup) => string;
	/** Looks at each commit; null if nothing does. If it refuses one, none is made. */
	gate: CommitGate | null;
	/** Resolves after this time; for an index that another process has locked. */
	sleep: (ms: number) => Promise<void>;
};

export type CommitOutcome =
	| {kind: 'committed'; result: CommitResult; earlier: string[]; left: LeftEdit[]}
	/** A hook has changed what runs wrote, and the records have that now: it can be committed like that. */
	| {kind: 'reformatted'; left: LeftEdit[]}
	/** There was nothing to commit but what is `left`. */
	| {kind: 'nothing'; left: LeftEdit[]}
	/** The branch is not where the run began, or moved while it was committed, twice. */
	| {kind: 'moved'; left: LeftEdit[]}
	/** The branch that the run began on is no longer checked out. */
	| {kind: 'elsewhere'; ref: string; left: LeftEdit[]}
	/** git could not sign, and wrote why. */
	| {kind: 'unsigned'; cause: string; left: LeftEdit[]};

/**
 * Commits what runs of this working tree wrote, still stands and is not committed: exactly these lines. The index keeps
 * what the user has staged, and gets the same lines. A crash at any moment leaves a journal from which this can be repeated.
 *
 * @throws {Failure} `locked`, `index-locked`, `branch-locked`, `git-failed`, `journal-damaged`, `journal-unwritable`; as the gate
 */
export function commitRuns(target: WriteTarget, order: CommitRunsOrder): Promise<CommitOutcome> {
	return underLock(target, async (_, journal) => {
		const now = await readCheckout(order.git);
		const ref = await branchLeft(order, now, journal);
		const resumed = await resumeCommit({...order, action, mayMove: ref === null}, journal);
		if (resumed) {
			const {left} = await pendingEdits(order.git, target.root, journal, order.run);
			return {kind: 'committed', ...resumed, left};
		}
		if (ref !== null) return {kind: 'elsewhere', ref, left: []};
		if (now.head !== order.place.parent) return {kind: 'moved', left: []};
		const once = await tryCommit(target, order, journal, order.place.parent);
		if (once.kind !== 'moved') return once;
		const {stdout} = checked(await order.git.run(['rev-parse', '--verify', `${order.place.ref}^{commit}`]));
		return tryCommit(target, order, journal, stdout.toString().trim());
	});
}

/** For a failure. */
const action = {verb: 'commit', again: continuing(null)};

/**
 * Finishes the commit of a run that was interrupted after its objects were stored. Null if there is none, or if the branch
 * has moved since or may not move. `earlier`: ids of the runs that it took along.
 */
async function resumeCommit(
	mover: Parameters<typeof moveForward>[0] & {run: string | null; place: CommitPlace; mayMove: boolean},
	journal: Journal,
): Promise<{result: CommitResult; earlier: string[]} | null> {
	const {git, run, place: now, mayMove} = mover;
	if (run === null) return null;
	const all = await locateCommits(git, journal, await journal.read(run));
	const found = all.find(({step}) => step.state === 'intended' && step.key === commitKey(run, run));
	if (!found) return null;
	const {result, place} = found;
	const runs = await runsCommittedBy(journal, run);
	const resumed = {result, earlier: runs.filter(id => id !== run)};
	if (place) {
		await waitForHead(git, mover);
		await recordMove(journal, {result, ref: place.ref, runs}, 'done');
		return resumed;
	}
	const parent = result.commits[0]?.parent;
	if (!mayMove || parent === undefined || now.parent !== parent) return null;
	return (await moveForward(mover, journal, {result, ref: now.ref, runs, from: parent})) ? resumed : null;
}

async function tryCommit(
	{root}: WriteTarget,
	order: CommitRunsOrder,
	journal: Journal,
	parent: string,
): Promise<CommitOutcome> {
	const {git, run, place, gate, leftOut = null} = order;
	const committable = await committableRuns(journal);
	const runs = order.takesAlong ? committable : committable.filter(({id}) => id === run);
	const candidates = await candidatesOf(runs.toReversed(), journal);
	const wanted = {parent, candidates, divide: order.divide, run, leftOut, blockedReason: besideUncommitted};
	const {
		commits: drafts,
		index,
		left,
	} = await withObjects(git, objects => {
		const versionsOn: VersionsOn = async (on, paths) => {
			const index = await readEntries(git, paths);
			return {versions: await readVersions({git, root, objects}, paths, {commit: on, index}), index};
		};
		return draftCommits({git, objects, versionsOn}, wanted);
	});
	const included = drafts.flatMap(({chosen}) => chosen);
	const newest = included.at(-1)?.source.run;
	if (newest === undefined) {
		const why = left.length > 0 ? 'all of it was left uncommitted' : 'nothing to commit';
		if (run !== null) await skipCommit(journal, run, place, why);
		return {kind: 'nothing', left};
	}
	const commits: RunCommit[] = [];
	const folder = journal.folderOf(run ?? newest);
	for (const {part, chosen, tree} of drafts) {
		const edits = chosen.map(({source}) => source.edit);
		const worded = order.messageOf({part, edits, runs: runsIn(chosen, run)});
		const message = gate ? await gate({tree, message: worded, folder}) : worded;
		if (message === null) return {kind: 'reformatted', left};
		const from = commits.at(-1)?.oid ?? parent;
		const commit = await storeCommit(git, {tree, parent: from, message}, order.identity);
		if (commit.kind === 'unsigned') return {...commit, left};
		const headline = headlineIn(message);
		commits.push({oid: commit.oid, parent: from, headline, ...changesOf(edits), signed: order.identity.isSigned});
	}
	const by = run ?? newest;
	const result: CommitResult = {run: by, commits, index: withEarlierIndex(runs, by, index)};
	const move = {result, ref: place.ref, runs: runsIn(included, by), from: parent};
	const isMoved = await moveForward({...order, action}, journal, move);
	if (!isMoved) return {kind: 'moved', left};
	return {kind: 'committed', result, left, earlier: move.runs.filter(id => id !== by)};
}

/** Ids of the runs, the one that commits first, then the newest. */
export function runsIn(candidates: readonly Candidate[], by: string | null): string[] {
	const all = [...new Set(candidates.map(({source}) => source.run))].reverse();
	return by === null ? all : [by, ...all.filter(id => id !== by)];
}

/** The index as it was before the run first tried to commit: a try that was interrupted may have changed it. */
function withEarlierIndex(runs: readonly Run[], by: string, index: CommitResult['index']): CommitResult['index'] {
	const steps = runs.find(({id}) => id === by)?.publication ?? [];
	const tried = steps.find(({key}) => key === commitKey(by, by));
	const known = tried ? commitResultOf(tried) : null;
	return index.map(now => {
		const earlier = known?.index.find(({path}) => path === now.path);
		return earlier?.after === now.before ? {...now, before: earlier.before} : now;
	});
}
