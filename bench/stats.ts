import type {ChildProcess} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {basename, join} from 'node:path';
import {bot, type PullRequestBuilder, pullRequest, user} from '../test/emulators/github/data.ts';
import {type GitHub, startGitHub} from '../test/emulators/github/server.ts';
import {type Ended, runChild} from '../test/helpers/child.ts';
import {randomOf} from './abuse/random.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import type {Environment} from './isolation.ts';

const [few, many] = [1000, 5000];

const smallHeap = ['--max-old-space-size=64', '--max-semi-space-size=4'];

const requests: Figure = {
	name: 'requests of stats vs. those of fleet for as many open pull requests',
	unit: 'x',
	bound: 1.15,
	meaning: `How sparingly stats asks GitHub for ${many} merged pull requests of one repository. Both list them and read each whole; stats reads the beginning of its list twice, because it moves.`,
};

const second: Figure = {
	name: 'requests of a second run with nothing new vs. the first',
	unit: 'x',
	bound: 0.12,
	meaning: 'Whether what was counted is read again: only the list is.',
};

const memory: Figure = {
	name: `most memory for ${many} pull requests vs. ${few}`,
	unit: 'x',
	bound: 1.25,
	meaning: `Whether comments that were counted already stay in memory. Those of ${many} pull requests have 100 MB, and the process gets a heap of 64 MB, because without a limit it takes what there is.`,
};

const lost: Figure = {
	name: 'pull requests that were read again after a kill though they were counted',
	unit: 'pull requests',
	bound: 0,
	meaning: 'Whether a kill at any time costs more than what was under way.',
};

export const stats: Benchmark = {
	about: `Reads ${many} merged pull requests of an emulated GitHub, with and without kills at random moments.`,
	seconds: 300,
	figures: [requests, second, memory, lost],
	measure,
};

async function measure(machine: Machine): Promise<Measured[]> {
	const open = await withPulls(many, 'OPEN', machine, async world => {
		const ended = await world.run(['fleet', 'acme/api', '--apply', '--publish', '--dry-run', '--json']);
		if (ended.code !== 0) throw new Error(`fleet ended with ${ended.code}: ${ended.stderr}`);
		return world.sent();
	});
	const small = await withPulls(few, 'MERGED', machine, world => world.stats());
	return withPulls(many, 'MERGED', machine, async world => {
		const large = await world.stats();
		const first = world.sent();
		await world.stats();
		const again = world.sent() - first;
		const killed = await killAnywhere(world, machine);
		return [
			{figure: requests, of: '', value: first / open, detail: `${first} / ${open}`},
			{figure: second, of: '', value: again / first, detail: `${again} / ${first}`},
			{figure: memory, of: '', value: large / small, detail: `${large.toFixed(0)} MB / ${small.toFixed(0)} MB`},
			{figure: lost, of: '', value: killed.again, detail: `${killed.kills} kills, seed ${machine.seed}`},
		];
	});
}

type World = {
	run: (args: readonly string[], how?: {meanwhile?: (child: ChildProcess) => void; heap?: string[]}) => Promise<Ended>;
	/** Counts all in a small heap. Returns the most memory of the process, in megabytes. @throws if anything is unread */
	stats: () => Promise<number>;
	/** Requests so far. */
	sent: () => number;
	host: GitHub;
	/** Numbers of the pull requests that are kept. */
	kept: () => Set<number>;
	forget: () => void;
};

async function withPulls<Result>(
	count: number,
	state: string,
	{node, cli, folder, env}: Machine,
	work: (world: World) => Promise<Result>,
): Promise<Result> {
	const day = new Date().toISOString();
	const pullRequests = Array.from({length: count}, (_, index) => withComments(index + 1, state, day));
	const host = await startGitHub({pullRequests, points: 1_000_000});
	const peakFile = join(folder, 'peak');
	const own: Environment = {
		...env,
		...host.env,
		XDG_STATE_HOME: join(folder, `${state}-${count}`),
		PEAK_MEMORY_FILE: peakFile,
	};
	const keptIn = join(own.XDG_STATE_HOME ?? '', 'pr-resolve', 'stats');
	const run: World['run'] = (args, {meanwhile = () => {}, heap = []} = {}) =>
		runChild(node, [...heap, '--import', join(import.meta.dirname, 'peak-memory.mjs'), cli(), ...args], {
			cwd: folder,
			env: own,
			meanwhile,
		});
	try {
		return await work({
			run,
			host,
			async stats() {
				const ended = await run(['stats', 'acme/api', '--json'], {heap: smallHeap});
				if (ended.code !== 0) throw new Error(`stats ended with ${ended.code}: ${ended.stderr}`);
				return Number(readFileSync(peakFile, 'utf8')) / 1000;
			},
			sent: () => host.requests.length,
			kept: () => {
				const names = existsSync(keptIn) ? readdirSync(keptIn, {recursive: true, encoding: 'utf8'}) : [];
				return new Set(names.filter(name => name.endsWith('.json')).map(name => Number.parseInt(basename(name), 10)));
			},
			forget: () => rmSync(keptIn, {recursive: true, force: true}),
		});
	} finally {
		await host.close();
	}
}

const reply = 'A sentence of a reply that asks for nothing. '.repeat(45);

/** Remarks of 20 kB; one that has ended has a finding besides. */
function withComments(number: number, state: string, day: string): PullRequestBuilder {
	const pull = pullRequest({
		repository: 'acme/api',
		number,
		state,
		createdAt: day,
		updatedAt: day,
		author: user('octocat'),
	});
	pull.thread({path: 'src/list.txt', line: 1, body: 'Thanks!', author: user('ada')}, thread => {
		for (let index = 0; index < 10; index += 1) thread.reply({body: `${index}: ${reply}`, author: user('octocat')});
	});
	if (state === 'MERGED') pull.comment({body: 'Say in the documentation what this is for.', author: bot('review-bot')});
	return pull;
}

/** Kills it at random until all is counted. `again`: how many were read again though they were kept. */
async function killAnywhere(world: World, {seed}: Machine): Promise<{kills: number; again: number}> {
	world.forget();
	const {below} = randomOf(seed);
	let again = 0;
	let kills = 0;
	for (let before = new Set<number>(); before.size < many; before = world.kept()) {
		const target = before.size + 1 + below(many / 5);
		const from = world.host.requests.length;
		let look: NodeJS.Timeout | undefined;
		const meanwhile = (child: ChildProcess) => {
			look = setInterval(() => {
				if (world.kept().size >= target) child.kill('SIGKILL');
			}, 20);
		};
		const ended = await world.run(['stats', 'acme/api', '--json'], {meanwhile});
		clearInterval(look);
		if (ended.code === 'SIGKILL') kills += 1;
		else if (ended.code !== 0 || world.kept().size < many) throw new Error(`stats has lost some: ${ended.stderr}`);
		const read = world.host.requests
			.slice(from)
			.flatMap(({variables}) => (Array.isArray(variables.ids) ? variables.ids : []));
		again += read.filter(id => before.has(Number(String(id).split('_').at(-1)))).length;
	}
	return {kills, again};
}
