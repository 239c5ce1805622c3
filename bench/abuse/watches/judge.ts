import {exitCodes} from '../../../source/exit-code.ts';
import {commitsIn, ownMarker} from '../../../source/review/closing/marker.ts';
import type {ThreadCommentData} from '../../../test/emulators/github/records.ts';
import {type Deeds, differencesFromHost, toldByRounds} from '../../../test/end-to-end/ends/told.ts';
import {runSync} from '../../child.ts';
import {viewer} from '../chain/answers-to.ts';
import type {RunEnd} from '../closing/run-until.ts';
import type {Followed, Happened} from './followed.ts';

/** A document of `watch --json`, as far as it is judged. */
export type WatchDocument = {
	end: string;
	stoppedBy: string | null;
	reason: string;
	remedy: string;
	exitCode: number;
	error?: {code: string; message: string; remedy: string};
	rounds: {
		findings: {
			source: {threadId: string | null};
			outcome: string;
			reason: string;
			closing: {reason: string; resolved: boolean} | null;
		}[];
		commits: {oid: string; pushed: boolean}[];
		publication: {target: {before: string; after: string} | null; unknown: {commits: number}} | null;
	}[];
};

export type Limits = {maxRounds: number; forMs: number};

/** A process has a while for what it does itself. */
const workMs = 120_000;

export const git = ({bare, env}: Followed, ...args: string[]) => runSync('git', args, {cwd: bare, env}).trim();

function succeeds(followed: Followed, ...args: string[]): boolean {
	try {
		git(followed, ...args);
		return true;
	} catch {
		return false;
	}
}

const isAncestor = (followed: Followed, older: string, newer: string) =>
	succeeds(followed, 'merge-base', '--is-ancestor', older, newer);

const commitsOf = (followed: Followed, {from, to}: {from: string; to: string}) =>
	git(followed, 'rev-list', '--reverse', `${from}..${to}`).split('\n').filter(Boolean);

const runOf = (followed: Followed, commit: string) =>
	git(followed, 'log', '-1', '--format=%(trailers:key=Pr-Resolve-Run,valueonly)', commit).split('\n')[0]!;

export const pushedBy = (followed: Followed, happened: readonly Happened[]): string[] =>
	happened.flatMap(one => (one.kind === 'move' && one.by === 'program' ? commitsOf(followed, one) : []));

export function writesIn(happened: readonly Happened[]): Omit<Deeds, 'commits'> {
	const writes = happened.filter(one => one.kind === 'write');
	const replies = writes.filter(({operation}) => operation === 'Reply' || operation === 'EditReply').length;
	// A thread that a person answered meanwhile is unresolved again, and so is one whose commit is gone.
	const resolved: string[] = [];
	for (const {operation, target} of writes) {
		if (operation === 'Resolve') resolved.push(target);
		else if (operation === 'Unresolve' && resolved.includes(target)) resolved.splice(resolved.indexOf(target), 1);
	}
	return {replies, resolved: resolved.length};
}

/** What a report has otherwise than the host about the last process. */
function differences(followed: Followed, document: Pick<WatchDocument, 'rounds'>): string[] {
	const own = followed.happened.filter(({process}) => process === followed.processes);
	const pushed = new Set(pushedBy(followed, own));
	// Those of earlier runs that are pushed along are named by the range.
	const named = document.rounds.flatMap(({commits, publication}) => [
		...commits.filter(commit => commit.pushed).map(({oid}) => oid),
		...(publication?.target
			? commitsOf(followed, {from: publication.target.before, to: publication.target.after})
			: []),
	]);
	const isUnknown = document.rounds.some(({publication}) => (publication?.unknown.commits ?? 0) > 0);
	const hidden = isUnknown ? new Set() : pushed.difference(new Set(named));
	const wrong = new Set(named).difference(pushed);
	return [
		...differencesFromHost({...toldByRounds(document), commits: 0}, {...writesIn(own), commits: 0}),
		...(hidden.size > 0 ? [`not reported: ${[...hidden]}`] : []),
		...(wrong.size > 0 ? [`reported, but not on the host: ${[...wrong]}`] : []),
	];
}

/** Whether a process ended otherwise than documented; one that was killed did not. */
export function crashIn({code, json, stderr}: RunEnd): string[] {
	const document = json as Pick<WatchDocument, 'exitCode' | 'error'> | null;
	if (code === null) return [];
	const isKnown = Object.values<number>(exitCodes).includes(code) && code === document?.exitCode;
	if (isKnown && document.error?.code !== 'unexpected') return [];
	return [`ended with ${code}, ${JSON.stringify(document?.error)}: ${stderr.slice(-400)}`];
}

/** What is wrong with the end of a process, compared with the host. @param tookMs on the shared clock */
export function judgeEnd(followed: Followed, ended: RunEnd, tookMs: number, {forMs}: Limits): string[] {
	const crash = crashIn(ended);
	if (ended.code === null || crash.length > 0) return crash;
	return [
		// There are none if it ended before the first.
		...differences(followed, {rounds: [], ...(ended.json as Partial<WatchDocument>)}),
		...(tookMs > forMs + workMs ? [`took ${Math.round(tookMs / 1000)} s with --for ${forMs / 1000}`] : []),
	];
}

/** What is wrong with all that was done. */
export const judgeDeeds = (followed: Followed, limits: Limits): string[] => [
	...judgePushes(followed, limits),
	...doubledReplies(followed),
];

function judgePushes(followed: Followed, {maxRounds}: Limits): string[] {
	const faults: string[] = [];
	const past: {run: string; commits: string[]; process: number}[] = [];
	let named: string[] = [];
	for (const one of followed.happened) {
		if (one.kind === 'write') named = [...named, ...commitsIn(one.body)];
		if (one.kind === 'write' || one.by === 'people') continue;
		const {from, to, process} = one;
		if (!isAncestor(followed, from, to)) faults.push(`lost: the branch was forced from ${from} to ${to}`);
		const commits = commitsOf(followed, one);
		for (const commit of commits)
			if (succeeds(followed, 'diff-tree', '--quiet', `${commit}^`, commit))
				faults.push(`doubled: ${commit} changes nothing`);
		const again = commits.filter(oid => past.some(round => round.commits.includes(oid)));
		if (again.length > 0) faults.push(`brought back: ${again}, which people took away, in process ${process}`);
		const runs = [...new Set(commits.map(commit => runOf(followed, commit)))];
		const isKnown = (round: (typeof past)[number]) =>
			round.process === process || round.commits.some(oid => named.includes(oid) || isAncestor(followed, oid, from));
		const known = new Set(past.filter(isKnown).map(({run}) => run));
		for (const run of runs)
			if (!known.has(run) && known.size >= maxRounds)
				faults.push(`limit: round ${known.size + 1} of ${maxRounds} pushed ${to.slice(0, 7)} in process ${process}`);
		past.push(...runs.map(run => ({run, commits, process})));
	}
	return faults;
}

const markerOf = ({author, body}: ThreadCommentData) =>
	author && ownMarker({author: {login: author.login, isBot: author.__typename === 'Bot'} as never, body}, viewer);

function doubledReplies({pull}: Followed): string[] {
	return pull.data.reviewThreads.flatMap(({id, comments}) => {
		const said = comments.flatMap(comment => markerOf(comment) ?? []);
		const texts = said.map(({state, commit}) => `${state} ${commit}`);
		return texts.flatMap((text, index) =>
			index > 0 && text === texts[index - 1] ? [`doubled: ${id} says twice ${text}`] : [],
		);
	});
}

/**
 * Threads of which the head has what they suggest by a commit of ours, and that heard nothing of it or stay open, without a
 * reason. @param reasonOf what the report says of a thread; empty if nothing
 */
export function unanswered(followed: Followed, reasonOf: (thread: string) => string): string[] {
	const {pull, happened, unresolved} = followed;
	const ours = new Set(pushedBy(followed, happened));
	if (ours.size === 0) return [];
	const head = followed.head();
	return pull.data.reviewThreads.flatMap(({id, path, originalLine: at, comments, isResolved}) => {
		const wanted = /```suggestion\n(.*)\n```/.exec(comments[0]!.body)?.[1];
		if (wanted === undefined || at === null) return [];
		const line = git(followed, 'show', `${head}:${path}`).split('\n')[at - 1];
		const [oid = ''] = git(followed, 'blame', '-l', '-s', '-L', `${at},${at}`, head, '--', path).split(' ');
		if (line !== wanted || !ours.has(oid.replace('^', ''))) return [];
		const isAnswered = comments.some(comment => markerOf(comment) !== null);
		const mayBeOpen = unresolved.has(id) || comments[0]!.author?.__typename !== 'Bot';
		if ((isAnswered && (isResolved || mayBeOpen)) || reasonOf(id) !== '') return [];
		return [`lost: ${id} is ${isAnswered ? 'open' : 'unanswered'}, though ${path}:${at} is by ${oid.slice(0, 7)}`];
	});
}

/** Why a thread stays open whoever looks: a person wrote last, our replies aside; empty if none did. */
export const personWroteLast =
	({pull}: Followed) =>
	(thread: string): string => {
		const comments = pull.data.reviewThreads.find(({id}) => id === thread)?.comments ?? [];
		const last = comments.findLast(comment => markerOf(comment) === null);
		return last?.author?.__typename === 'User' ? 'a person wrote last' : '';
	};

/** What the last round of a document says of a thread. */
export const reasonIn =
	({rounds}: WatchDocument) =>
	(thread: string): string => {
		const finding = rounds.at(-1)?.findings.find(({source}) => source.threadId === thread);
		return finding?.closing?.reason || (finding?.outcome === 'already-applied' ? '' : (finding?.reason ?? ''));
	};
