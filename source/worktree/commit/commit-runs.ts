import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {CommitPartName} from '../../resolve/commit-message.ts';
import {headlineIn} from '../../resolve/commit-message.ts';
import {formatText, type Text} from '../../resolve/text.ts';
import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import type {RunEdit} from '../run-edit.ts';
import type {Run} from '../run-record.ts';
import {underLock, type WriteTarget} from '../transaction.ts';
import {type CommitResult, commitKey, commitResultOf, type RunCommit} from './commit-step.ts';
import {type Candidate, candidatesOf, committableRuns, type LeftEdit, openSelection, readVersions} from './gather.ts';
import {checked, type IndexEntry, readEntries} from './index-entries.ts';
import {moveForward, skipCommit} from './move-branch.ts';
import type {CommitPlace} from './obstacles.ts';
import {pendingEdits} from './pending.ts';
import {resumeCommit} from './resume-commit.ts';
import {type CommitIdentity, storeBlob, storeCommit} from './write-commit.ts';

/** The edits of one commit. */
export type CommitGroup = {part: CommitPartName | null; edits: RunEdit[]; runs: string[]};

export type CommitOrder = {
	/** In the root of the working tree. */
	git: Git;
	place: CommitPlace;
	identity: CommitIdentity;
	/** The run that asked for it; null if it wrote nothing, so that only earlier runs are committed. */
	run: string | null;
	/** Whether edits of earlier runs that are not committed go along. */
	takesAlong: boolean;
	/** Which commit an edit belongs to; null if there is only one. */
	partOf: (edit: RunEdit) => CommitPartName | null;
	messageOf: (group: CommitGroup) => string;
	/** Resolves after this time; for an index that another process has locked. */
	sleep: (ms: number) => Promise<void>;
};

export type CommitOutcome =
	| {kind: 'committed'; result: CommitResult; earlier: string[]; left: LeftEdit[]}
	/** There was nothing to commit but what is `left`. */
	| {kind: 'nothing'; left: LeftEdit[]}
	/** The branch moved meanwhile, twice. */
	| {kind: 'moved'; left: LeftEdit[]}
	/** git could not sign, and wrote why. */
	| {kind: 'unsigned'; cause: string; left: LeftEdit[]};

/**
 * Commits what runs of this working tree wrote, still stands and is not committed: exactly these lines. The index keeps
 * what the user has staged, and gets the same lines. A crash at any moment leaves a journal from which this can be repeated.
 *
 * @throws {Failure} `locked`, `index-locked`, `branch-locked`, `git-failed`, `journal-damaged`, `journal-unwritable`
 */
export function commitRuns(target: WriteTarget, order: CommitOrder): Promise<CommitOutcome> {
	return underLock(target, async (_, journal) => {
		const resumed = await resumeCommit({...order, action}, journal);
		if (resumed) {
			const {left} = await pendingEdits(order.git, target.root, journal, order.run);
			return {kind: 'committed', ...resumed, left};
		}
		const once = await tryCommit(target, order, journal, order.place.parent);
		if (once.kind !== 'moved') return once;
		const {stdout} = checked(await order.git.run(['rev-parse', '--verify', `${order.place.ref}^{commit}`]));
		return tryCommit(target, order, journal, stdout.toString().trim());
	});
}

/** For a failure. */
const action = {verb: 'commit', again: 'pr-resolve apply --continue'};

async function tryCommit(
	{root, gitDir}: WriteTarget,
	order: CommitOrder,
	journal: Journal,
	parent: string,
): Promise<CommitOutcome> {
	const {git, run} = order;
	const committable = await committableRuns(journal);
	const runs = order.takesAlong ? committable : committable.filter(({id}) => id === run);
	const candidates = await candidatesOf(runs.toReversed(), journal);
	const paths = [...new Set(candidates.map(({path}) => path))];
	const file = join(gitDir, 'pr-resolve', 'commit-index');
	const ownIndex = {GIT_INDEX_FILE: file};
	const clear = () => Promise.all([file, `${file}.lock`].map(path => rm(path, {force: true})));
	await clear();
	try {
		checked(await git.run(['read-tree', parent], {env: ownIndex}));
		const [head, index] = [await readEntries(git, paths, ownIndex), await readEntries(git, paths)];
		const selection = openSelection(await readVersions(git, root, paths, {head, index}), run);
		const {left} = selection;
		const commits: RunCommit[] = [];
		const included: Candidate[] = [];
		const staged = new Map(index);
		const stored = storedBlobs(git);
		for (const {part, members} of groupsOf(candidates, order)) {
			const chosen = selection.take(members);
			if (chosen.length === 0) continue;
			included.push(...chosen);
			const entries = new Map<string, IndexEntry>();
			for (const path of new Set(chosen.map(one => one.path))) {
				const texts = selection.files().get(path)!;
				entries.set(path, {mode: head.get(path)!.mode, oid: await stored(texts.head)});
				staged.set(path, {mode: index.get(path)!.mode, oid: await stored(texts.index)});
			}
			const edits = chosen.map(({source}) => source.edit);
			const message = order.messageOf({part, edits, runs: runsIn(chosen, run)});
			const from = commits.at(-1)?.oid ?? parent;
			const commit = await storeCommit(git, {parent: from, message, entries}, ownIndex, order.identity);
			if (commit.kind === 'unsigned') return {...commit, left};
			const {oid} = commit;
			const changes = [...new Set(edits.flatMap(edit => edit.changes))];
			commits.push({oid, parent: from, headline: headlineIn(message), changes, signed: order.identity.isSigned});
		}
		const newest = included.at(-1)?.source.run;
		if (newest === undefined) {
			if (run !== null)
				await skipCommit(
					journal,
					run,
					order.place,
					left.length > 0 ? 'all of it was left uncommitted' : 'nothing to commit',
				);
			return {kind: 'nothing', left};
		}
		const by = run ?? newest;
		const before = earlierIndex(runs, by, index);
		const changed = [...new Set(included.map(({path}) => path))];
		const result: CommitResult = {
			run: by,
			commits,
			index: changed.map(path => ({
				path,
				mode: staged.get(path)!.mode,
				before: before(path),
				after: staged.get(path)!.oid,
			})),
		};
		const isMoved = await moveForward({...order, action}, journal, {
			result,
			ref: order.place.ref,
			runs: runsIn(included, by),
			from: parent,
		});
		return isMoved
			? {kind: 'committed', result, left, earlier: runsIn(included, by).filter(id => id !== by)}
			: {kind: 'moved', left};
	} finally {
		await clear();
	}
}

/** Candidates of the same commit, in the order of their first edit. */
function groupsOf(candidates: readonly Candidate[], {partOf}: CommitOrder) {
	const groups = Map.groupBy(candidates, ({source}) => JSON.stringify(partOf(source.edit)));
	return [...groups.values()].map(members => ({part: partOf(members[0]!.source.edit), members}));
}

/** Ids of the runs, the one that commits first, then the newest. */
function runsIn(candidates: readonly Candidate[], by: string | null): string[] {
	const all = [...new Set(candidates.map(({source}) => source.run))].reverse();
	return by === null ? all : [by, ...all.filter(id => id !== by)];
}

/** Stores each text once. */
function storedBlobs(git: Git) {
	const known = new Map<Text, Promise<string>>();
	return (text: Text): Promise<string> => {
		const oid = known.get(text) ?? storeBlob(git, Buffer.from(formatText(text)));
		known.set(text, oid);
		return oid;
	};
}

/** What the index held of a file before the run first tried to commit it: a try that was interrupted may have changed it. */
function earlierIndex(runs: readonly Run[], by: string, index: ReadonlyMap<string, IndexEntry>) {
	const steps = runs.find(({id}) => id === by)?.publication ?? [];
	const tried = steps.find(({key}) => key === commitKey(by, by));
	const known = tried ? commitResultOf(tried) : null;
	return (path: string): string => {
		const now = index.get(path)!.oid;
		const entry = known?.index.find(one => one.path === path);
		return entry?.after === now ? entry.before : now;
	};
}
