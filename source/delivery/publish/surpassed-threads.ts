import type {Standing} from '../../code-host/publisher.ts';
import {commitsMadeBy, isClosedBy} from '../../review/closing/commit-claims.ts';
import {lastSaid, type WordsSaid} from '../../review/closing/thread-rows.ts';
import type {Finding} from '../../review/finding.ts';
import {furtherRequest, furtherSketches} from '../../review/further-request.ts';
import {memoize} from '../../review/memoize.ts';
import {lookAtCommit, type Snapshot} from '../../run/files/snapshot.ts';
import {propose} from '../../run/plan/propose.ts';
import {ownCommits} from '../../run/records/own-commits.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import type {Git} from '../../worktree/git.ts';
import type {HeadWorld} from './on-head.ts';

type Subject = {findings: readonly Finding[]; snapshot: Snapshot};

/**
 * Ids of the open threads that heard of a commit of ours which has all that they ask for, and whose lines a later commit of
 * ours has changed. Only their resolve is missing, because the run that told them was cut.
 */
export async function surpassedThreads(
	words: WordsSaid,
	{findings, snapshot}: Subject,
	{head, commits, viewer}: Pick<Standing, 'head' | 'commits' | 'viewer'>,
	{git, history, runs, fetchLines, isMadeByUs}: HeadWorld,
): Promise<ReadonlySet<string>> {
	const published = new Set([...commits, head.oid]);
	const recorded = new Set(runs.flatMap(storedCommitsOf).map(({oid}) => oid));
	const isOurs = memoize(async (oid: string) => {
		const own = await ownCommits(git, [oid], async () => recorded.has(oid) || (await isMadeByUs(oid)));
		const subject = own.get(oid)?.subject;
		return subject !== undefined && !subject.startsWith('Revert "');
	});

	async function isSurpassed(about: readonly Finding[], made: string): Promise<boolean> {
		const places = about.flatMap(({changes}) => changes.map(({path}) => snapshot.pathOf(path) ?? path));
		const files = new Map([...snapshot.files].filter(([path]) => places.includes(path)));
		if (files.size === 0) return false;
		const has = async (oid: string) => {
			const there = await lookAtCommit({...snapshot, files}, history, oid);
			return propose(about, there).every(({placement}) => placement.kind === 'already-applied');
		};
		if (await has(head.oid)) return false;
		await fetchLines([...files.keys()]);
		if (!(await has(made))) return false;
		for (const oid of await changesSince(git, made, head.oid, [...files.keys()]))
			if (!(await has(oid))) return isOurs(oid);
		return false;
	}

	const surpassed = new Set<string>();
	for (const thread of words.threads) {
		const said = thread.isResolved ? null : lastSaid(thread, words, viewer);
		if (!said || !isClosedBy(said.state)) continue;
		const named = commitsMadeBy(said);
		const inThread = findings.filter(({source, alsoTold}) =>
			[source, ...alsoTold].some(({threadId}) => threadId === thread.id),
		);
		const about = inThread.filter(({changes}) => changes.length > 0);
		const made = named.at(-1);
		if (made === undefined || about.length === 0 || !named.every(oid => published.has(oid))) continue;
		if (inThread.some(asksMore)) continue;
		if ((await isOurs(made)) && (await isSurpassed(about, made))) surpassed.add(thread.id);
	}
	return surpassed;
}

/** Whether a finding asks for anything beside its changes. */
const asksMore = (finding: Finding) =>
	finding.changes.length > 0
		? finding.disposition !== null || furtherRequest(finding) !== null || furtherSketches(finding).length > 0
		: finding.disposition?.outcome !== 'not-actionable';

/** The commits after one that change files, oldest first; none if git cannot show them. */
async function changesSince(git: Git, from: string, to: string, paths: readonly string[]): Promise<string[]> {
	const range = ['rev-list', '--first-parent', '--reverse', `${from}..${to}`, '--', ...paths];
	const {code, stdout} = await git.run(range);
	return code === 0 ? stdout.toString().split('\n').filter(Boolean) : [];
}
