import type {Standing} from '../../code-host/publisher.ts';
import type {Proposal} from '../../resolve/proposal.ts';
import type {Done} from '../../review/closing/fate.ts';
import {type Finding, isPersonsEdit, type LineRange} from '../../review/finding.ts';
import {furtherSketches} from '../../review/further-request.ts';
import type {Analysis} from '../../run/analyze.ts';
import {lookAtCommit, type Snapshot} from '../../run/files/snapshot.ts';
import {inSteps} from '../../run/generators.ts';
import {drawUpAll, propose, proposeEach} from '../../run/plan/propose.ts';
import {type IsMadeByUs, ownCommits} from '../../run/records/own-commits.ts';
import {blameLines, lastChangeOf, pathsBetween} from '../../worktree/blame.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import type {Git} from '../../worktree/git.ts';
import type {History} from '../../worktree/history.ts';
import type {Journal} from '../../worktree/journal.ts';
import type {Run} from '../../worktree/run-record.ts';
import {type OwnChange, ownChanges} from './own-changes.ts';

/** What the head of the pull request has; null for what it does not have. */
export type OnHead = {
	change: (proposal: Proposal) => Done | null;
	/** Of a finding, by its id: what a person wrote for it in an earlier run. */
	edit: (finding: string) => Done | null;
	/** Whether it lacks a diff that the comment of a finding, by its id, has beside its suggestions. */
	lacksDiff: (finding: string) => boolean;
};

/** Where the head is read. */
export type HeadWorld = {
	git: Git;
	history: History;
	/** Those of the working tree, with the commits that they made, the newest first. */
	runs: readonly Run[];
	journal: Pick<Journal, 'image'>;
	/** Fetches what git reads to follow the lines of these files, if it is not here. */
	fetchLines: (paths: readonly string[]) => Promise<void>;
	isMadeByUs: IsMadeByUs;
	signal: AbortSignal;
};

/**
 * Compares the changes of a run with the head of the pull request, which may differ from the working tree. A change is on
 * it if the head's files contain its new lines, or if a commit of ours has it and no later one changed its file. A commit is
 * ours by the record of its run or, where that is on another machine or gone, by its trailer and the account that made it.
 */
export async function compareWithHead(
	{findings, snapshot}: Pick<Analysis, 'findings' | 'snapshot'>,
	{head, commits}: Pick<Standing, 'head' | 'commits'>,
	{git, history, runs, journal, fetchLines, isMadeByUs, signal}: HeadWorld,
): Promise<OnHead> {
	const published = new Set([...commits, head.oid]);
	const files = await lookAtCommit(snapshot, history, head.oid);
	const placed = await inSteps(proposeEach(findings, files), signal);
	const lacking = new Set(findings.filter(finding => lacksFurtherDiff(finding, files)).map(({id}) => id));
	const applied = new Map(
		placed.flatMap(({change, aliases, path, placement}) =>
			placement.kind === 'already-applied'
				? [change.id, ...aliases].map(id => [id, {path, ...placement}] as const)
				: [],
		),
	);
	const changedSince = new Map<string, ReadonlySet<string> | null>();
	const standing = runs.filter(({state}) => state !== 'undone');
	for (const oid of new Set(standing.flatMap(storedCommitsOf).map(commit => commit.oid)))
		if (published.has(oid)) changedSince.set(oid, await pathsBetween(git, oid, head.oid));
	const isAsCommitted = (commit: string, path: string) => changedSince.get(commit)?.has(path) === false;
	const own = await ownChanges(standing, {head: head.oid, published}, isAsCommitted, {git, journal});
	const sources = new Map<string, string | 'before' | null>();
	const others = placed.filter(
		({change, placement}) => placement.kind === 'already-applied' && !own.changes.has(change.id),
	);
	if (others.length > 0) await fetchLines([...new Set(others.map(({path}) => path))]);
	for (const {change, path, placement} of others) {
		if (placement.kind !== 'already-applied') continue;
		sources.set(change.id, await sourceOf(change.id, path, placement));
	}
	const ours = await ownCommits(git, [...new Set(sources.values())].filter(isCommit), isMadeByUs);

	/** The newest commit of the pull request that the lines come from. */
	async function sourceOf(id: string, path: string, lines: LineRange): Promise<string | 'before' | null> {
		if (lines.end >= lines.start) {
			const found = await blameLines(git, head.oid, path, lines);
			return found.find(oid => published.has(oid)) ?? (found.length > 0 ? 'before' : null);
		}
		const removed = removedLine(id);
		const oid = removed === null ? null : await lastChangeOf(git, head.oid, path, removed);
		return oid !== null && published.has(oid) ? oid : null;
	}

	/** The longest line that a change deletes, as its reviewer saw it. */
	function removedLine(id: string): string | null {
		const change = findings.flatMap(finding => finding.changes).find(one => one.id === id);
		if (!change) return null;
		const {commit, start, end} = change.original;
		const lines = commit === null ? null : snapshot.versionsOf(change.path).at(commit);
		return lines?.slice(start - 1, end).toSorted((one, other) => other.length - one.length)[0] ?? null;
	}

	/** For a change that only the plan has, such as an edit of the user. */
	const isPlacedOnHead = ({change, findings}: Proposal) => {
		const only = {changes: [change], sketches: [], disposition: null};
		const [placed] = propose(
			findings.slice(0, 1).map(finding => ({...finding, ...only})),
			files,
		);
		return placed?.placement.kind === 'already-applied';
	};

	const change = (proposal: Proposal): Done | null => {
		const {change, aliases, path, placement} = proposal;
		const ids = [change.id, ...aliases];
		const place = ids.flatMap(id => applied.get(id) ?? [])[0];
		const isMoved = placement.kind === 'moved' && place !== undefined && place.end >= place.start;
		const ofUs = ({kind, commit}: OwnChange): Done => ({
			kind,
			commit,
			moved: isMoved ? {start: place.start, end: place.end} : null,
			model: change.model?.model ?? null,
		});
		const [made] = ids.flatMap(id => own.changes.get(id) ?? []);
		if (made && (made.kind !== 'fixed' || isAsCommitted(made.commit, path) || place || isPlacedOnHead(proposal)))
			return ofUs(made);
		if (!place) return null;
		const source = ids.map(id => sources.get(id)).find(found => found !== undefined) ?? null;
		return isCommit(source) && ours.has(source)
			? ofUs({kind: isPersonsEdit(change) ? 'edited' : 'fixed', commit: source})
			: {kind: 'already-fixed', commit: source};
	};
	const edit = (finding: string): Done | null => {
		const made = own.edited.get(finding);
		return made ? {kind: 'edited', commit: made.commit, moved: null, model: null} : null;
	};
	return {change, edit, lacksDiff: id => lacking.has(id)};
}

/** Whether a file has not all of the diffs that no suggestion of the same finding shows. */
function lacksFurtherDiff(finding: Finding, files: Snapshot): boolean {
	const sketches = furtherSketches(finding);
	if (sketches.length === 0) return false;
	const drawn = drawUpAll([{...finding, changes: [], sketches, disposition: null}], files);
	const placed = propose(drawn, files);
	return placed.length === 0 || placed.some(({placement}) => placement.kind !== 'already-applied');
}

const isCommit = (source: string | null): source is string => source !== null && source !== 'before';
