import {exitCodes} from '../../../source/exit-code.ts';
import {commitsIn, ownMarker} from '../../../source/review/closing/marker.ts';
import type {ThreadCommentData} from '../../../test/emulators/github/records.ts';
import {differencesFromHost, toldByRounds} from '../../../test/end-to-end/ends/told.ts';
import {runSync} from '../../child.ts';
import {viewer} from '../chain/answers-to.ts';
import type {RunEnd} from '../closing/run-until.ts';
import type {Happened, Watched} from './watched.ts';

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

const git = ({bare, env}: Watched, ...args: string[]) => runSync('git', args, {cwd: bare, env}).trim();

function succeeds(watched: Watched, ...args: string[]): boolean {
	try {
		git(watched, ...args);
		return true;
	} catch {
		return false;
	}
}

const isAncestor = (watched: Watched, older: string, newer: string) =>
	succeeds(watched, 'merge-base', '--is-ancestor', older, newer);

const commitsOf = (watched: Watched, {from, to}: {from: string; to: string}) =>
	git(watched, 'rev-list', '--reverse', `${from}..${to}`).split('\n').filter(Boolean);

const runOf = (watched: Watched, commit: string) =>
	git(watched, 'log', '-1', '--format=%(trailers:key=Pr-Resolve-Run,valueonly)', commit).split('\n')[0]!;

const pushedBy = (watched: Watched, happened: readonly Happened[]): string[] =>
	happened.flatMap(one => (one.kind === 'move' && one.by === 'program' ? commitsOf(watched, one) : []));

/** What a report has otherwise than the host about the last process. */
function differences(watched: Watched, document: WatchDocument): string[] {
	const own = watched.happened.filter(({process}) => process === watched.processes);
	const countOf = (...operations: string[]) =>
		own.filter(one => one.kind === 'write' && operations.includes(one.operation)).length;
	const writes = {replies: countOf('Reply', 'EditReply'), resolved: countOf('Resolve')};
	const pushed = new Set(pushedBy(watched, own));
	// Those of earlier runs that are pushed along are named by the range.
	const named = document.rounds.flatMap(({commits, publication}) => [
		...commits.filter(commit => commit.pushed).map(({oid}) => oid),
		...(publication?.target ? commitsOf(watched, {from: publication.target.before, to: publication.target.after}) : []),
	]);
	const isUnknown = document.rounds.some(({publication}) => (publication?.unknown.commits ?? 0) > 0);
	const hidden = isUnknown ? new Set() : pushed.difference(new Set(named));
	const wrong = new Set(named).difference(pushed);
	return [
		...differencesFromHost({...toldByRounds(document), commits: 0}, {...writes, commits: 0}),
		...(hidden.size > 0 ? [`not reported: ${[...hidden]}`] : []),
		...(wrong.size > 0 ? [`reported, but not on the host: ${[...wrong]}`] : []),
	];
}

/** What is wrong with the end of a process, compared with the host. @param tookMs on the shared clock */
export function judgeEnd(watched: Watched, {code, json, stderr}: RunEnd, tookMs: number, {forMs}: Limits): string[] {
	if (code === null) return [];
	const document = json as WatchDocument | null;
	const isKnown = Object.values<number>(exitCodes).includes(code) && code === document?.exitCode;
	if (document === null || !isKnown || document.error?.code === 'unexpected')
		return [`ended with ${code}, ${JSON.stringify(document?.error)}: ${stderr.slice(-400)}`];
	return [
		...differences(watched, document),
		...(tookMs > forMs + workMs ? [`took ${Math.round(tookMs / 1000)} s with --for ${forMs / 1000}`] : []),
	];
}

/** What is wrong with all that was done. */
export const judgeDeeds = (watched: Watched, limits: Limits): string[] => [
	...judgePushes(watched, limits),
	...doubledReplies(watched),
];

function judgePushes(watched: Watched, {maxRounds}: Limits): string[] {
	const faults: string[] = [];
	const past: {run: string; commits: string[]; process: number}[] = [];
	let named: string[] = [];
	for (const one of watched.happened) {
		if (one.kind === 'write') named = [...named, ...commitsIn(one.body)];
		if (one.kind === 'write' || one.by === 'people') continue;
		const {from, to, process} = one;
		if (!isAncestor(watched, from, to)) faults.push(`lost: the branch was forced from ${from} to ${to}`);
		const commits = commitsOf(watched, one);
		for (const commit of commits)
			if (succeeds(watched, 'diff-tree', '--quiet', `${commit}^`, commit))
				faults.push(`doubled: ${commit} changes nothing`);
		const again = commits.filter(oid => past.some(round => round.commits.includes(oid)));
		if (again.length > 0) faults.push(`brought back: ${again}, which people took away, in process ${process}`);
		const runs = [...new Set(commits.map(commit => runOf(watched, commit)))];
		const isKnown = (round: (typeof past)[number]) =>
			round.process === process || round.commits.some(oid => named.includes(oid) || isAncestor(watched, oid, from));
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

function doubledReplies({pull}: Watched): string[] {
	return pull.data.reviewThreads.flatMap(({id, comments}) => {
		const said = comments.flatMap(comment => markerOf(comment) ?? []);
		const texts = said.map(({state, commit}) => `${state} ${commit}`);
		return texts.flatMap((text, index) =>
			index > 0 && text === texts[index - 1] ? [`doubled: ${id} says twice ${text}`] : [],
		);
	});
}

/** Threads of which the head has what they suggest by a commit of ours, and that heard nothing of it or stay open without a reason. */
export function unanswered(watched: Watched, document: WatchDocument): string[] {
	const {pull, happened} = watched;
	const ours = new Set(pushedBy(watched, happened));
	const head = watched.head();
	const findings = document.rounds.at(-1)?.findings ?? [];
	return pull.data.reviewThreads.flatMap(({id, path, originalLine, comments, isResolved}) => {
		const wanted = /```suggestion\n(.*)\n```/.exec(comments[0]!.body)?.[1];
		if (wanted === undefined || originalLine === null) return [];
		const [line] = [git(watched, 'show', `${head}:${path}`).split('\n')[originalLine - 1]];
		const [oid] = git(watched, 'blame', '-l', '-s', '-L', `${originalLine},${originalLine}`, head, '--', path).split(
			' ',
		);
		if (line !== wanted || !ours.has(oid!)) return [];
		const reply = comments.findLast(comment => markerOf(comment) !== null);
		const isOpen =
			reply !== undefined && !isResolved && !watched.unresolved.has(id) && comments[0]!.author?.__typename === 'Bot';
		if (reply !== undefined && !isOpen) return [];
		const finding = findings.find(({source}) => source.threadId === id);
		const reason = finding?.closing?.reason || (finding?.outcome === 'already-applied' ? '' : finding?.reason);
		if (reason) return [];
		const what = reply === undefined ? 'unanswered' : 'answered, but open';
		return [
			`lost: ${id} is ${what}, and ${path}:${originalLine} is by ${oid!.slice(0, 7)}; ${finding ? `${finding.outcome}, no reason` : 'not in the report'}`,
		];
	});
}
