import process from 'node:process';
import {ownWriteLimits} from '../source/code-host/write-limits.ts';
import {takeHostSteps} from '../source/delivery/publish/carry-out.ts';
import {stepOf} from '../source/delivery/steps/table.ts';
import {openClient} from '../source/github/client.ts';
import {resolveHost} from '../source/github/host.ts';
import {noWaits} from '../source/github/patience.ts';
import {createPace} from '../source/github/publish/pace.ts';
import {openPublisher} from '../source/github/publish/publisher.ts';
import {openStanding} from '../source/github/publish/standing.ts';
import {closeThread} from '../source/review/closing/close-thread.ts';
import {nothingDecided} from '../source/review/closing/marker.ts';
import {actsIn} from '../source/review/closing/thread-acts.ts';
import {openJournal} from '../source/worktree/journal.ts';
import {bot, headOid, pullRequest} from '../test/emulators/github/data.ts';
import {type GitHub, goodToken, startGitHub} from '../test/emulators/github/server.ts';
import {virtualClock} from '../test/helpers/virtual-clock.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure} from './figure.ts';

const threadCounts = [120, 300] as const;

const wishes = {reply: true, replies: 'all' as const, resolve: true, resolvePeople: false, react: false};
const {signal} = new AbortController();

const longer = {
	name: 'time to answer and resolve all threads vs. the least that the limits of GitHub allow',
	unit: 'x',
	bound: 1.1,
	meaning:
		'How long --reply and --resolve-threads take, on a clock that only waiting moves. The least is one second between writes, and 480 writes an hour. The emulated GitHub refuses more than 80 writes a minute and 500 an hour.',
} as const satisfies Figure;

const refused = {
	name: 'writes that GitHub refuses, or receives twice',
	unit: 'writes',
	bound: 0,
	meaning: 'Whether the program stays below the limits of GitHub, and writes everything once.',
} as const satisfies Figure;

export const replies: Benchmark = {
	about: 'Answers and resolves every thread of emulated pull requests.',
	seconds: 30,
	figures: [longer, refused],
	async measure({folder}) {
		const measured = await Promise.all(threadCounts.map(count => publishAll(count, `${folder}/${count}`)));
		return measured.flatMap(({count, ms, leastMs, waste}) => [
			{
				figure: longer,
				of: `${count} threads`,
				value: ms / leastMs,
				detail: `${ms / 1000} s, at least ${leastMs / 1000} s`,
			},
			{figure: refused, of: `${count} threads`, value: waste, detail: `of ${2 * count}`},
		]);
	},
};

async function publishAll(count: number, records: string) {
	const clock = virtualClock();
	const data = pullRequest().threads(count, () => ({author: bot('coderabbitai')}));
	const server = await startGitHub({pullRequests: [data], points: 100_000, now: clock.now});
	try {
		const {ms, leastMs} = await publishTo(server, clock, records);
		const made = new Set(server.writes.map(({operation, variables}) => `${operation} ${variables.thread}`));
		const sent = server.requests.filter(({document}) => document.trimStart().startsWith('mutation')).length;
		return {count, ms, leastMs, waste: sent - made.size + (2 * count - made.size)};
	} finally {
		await server.close();
	}
}

async function publishTo(server: GitHub, clock: ReturnType<typeof virtualClock>, records: string) {
	const host = resolveHost({GITHUB_API_URL: server.url});
	const world = {...clock, host, token: {value: goodToken, source: 'GITHUB_TOKEN'}, fetch, env: {}, signal};
	const reader = await openClient(world);
	const location = {owner: 'octo', name: 'app', number: 7};
	const standing = openStanding(reader, location);
	const account = async () => ({host: host.host, login: (await standing.known()).viewer});
	const limits = ownWriteLimits(clock.now);
	const pace = createPace({...clock, signal, onWait: () => {}, limits, account});
	const writer = await openClient({...world, bounds: noWaits});
	const publisher = openPublisher({reader, writer}, pace, standing, location);
	const journal = openJournal(records, {pid: process.pid, isAlive: () => true});
	const summary = {pullRequest: 'octo/app#7', titles: [], details: null};
	const fresh = {now: clock.now(), randomId: 'bench', owner: 'bench', files: [], refused: []};
	const run = await journal.begin({...summary, ...fresh});
	const closing = closeThread([{kind: 'fixed', commit: headOid, moved: null, model: null}]);
	const nothing = {findings: [], decided: nothingDecided, made: new Set<string>(), applied: new Set<string>()};
	const plan = {
		closing,
		run,
		...nothing,
		read: new Map(),
		place: null,
		isAsWritten: true,
		isCompared: true,
		ownWords: null,
	};
	const accounts = {viewer: 'octocat', mayWrite: new Map()};
	const threads = {
		isPublished: () => true,
		isOurs: () => false,
		rowOf: () => null,
		isGone: () => false,
		isSurpassed: () => false,
		wasRead: () => true,
	};
	const steps = (await publisher.threads()).flatMap(thread =>
		actsIn(thread, plan, wishes, {viewer: 'octocat', accounts, ...threads}).acts.map(act =>
			stepOf(act, {now: thread, plan}, 'octocat'),
		),
	);
	const start = clock.now();
	await takeHostSteps(steps, {publisher, viewer: 'octocat', emit: () => {}, signal, now: clock.now}, {journal, run});
	return {ms: clock.now() - start, leastMs: leastFor(steps.length)};
}

/** The same rule, written down once more: a second after each write, and an hour after the 480th before it. */
function leastFor(writes: number): number {
	const pauses = Math.floor((writes - 1) / 480);
	return pauses * 3_600_000 + ((writes - 1) % 480) * 1000;
}
