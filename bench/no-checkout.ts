import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {openSharedParsers} from '../source/worktree/syntax/checker.ts';
import {callMain} from '../test/helpers/in-process.ts';
import {virtualClock} from '../test/helpers/virtual-clock.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import {logGit} from './git-processes.ts';
import {hostReviewed} from './hosted.ts';
import type {Shape} from './synthetic.ts';

const comments = 100;
const files = 30;
const shape: Shape = index => ({file: index % files, slot: Math.floor(index / files)});

/** The threads of so many writes are read again right before them. */
const writesAtATime = 20;

const requests = {
	name: 'requests beyond one for each page, the commit, each write, and every 20 writes',
	unit: 'requests',
	bound: 6,
	meaning: `How sparingly apply --no-checkout asks GitHub for a pull request with ${comments} comments in ${files} files. The rest reads the head and what may be done with the pull request. For --publish, the page of threads is read again before and after the commit.`,
} as const satisfies Figure;

const fetches = {
	name: 'runs of git fetch',
	unit: 'runs',
	bound: 3,
	meaning:
		'Whether all files come together: one run for commits and folders, one for files, and one for what git blame needs.',
} as const satisfies Figure;

export const noCheckout: Benchmark = {
	about: 'Counts what apply --no-checkout asks of an emulated GitHub.',
	seconds: 30,
	figures: [requests, fetches],
	measure: async machine => [...(await measureWith(machine, '--push')), ...(await measureWith(machine, '--publish'))],
};

async function measureWith({folder, env}: Machine, flag: '--push' | '--publish'): Promise<Measured[]> {
	const clock = virtualClock();
	const own = join(folder, flag);
	const elsewhere = join(own, 'elsewhere');
	mkdirSync(elsewhere, {recursive: true});
	const parsers = openSharedParsers(new AbortController().signal);
	const host = await hostReviewed(own, env, {shape, comments, fewestSlots: 10, now: clock.now});
	try {
		const log = logGit(own, host.env);
		const args = ['apply', '7', '--repo', 'octo/app', '--no-checkout', flag, '--yes', '--json'];
		const {code, stdout, stderr} = await callMain(args, {cwd: elsewhere, env: log.env, clock, parsers});
		const report = JSON.parse(stdout);
		if (code !== 0 || report.summary.applied !== comments) throw new Error(`apply ended with ${code}: ${stderr}`);
		const all = host.gitHub.requests;
		const pages: number = report.receipt.pages;
		const writes = host.gitHub.writes.length;
		// To answer them, the threads are read before and after the commit.
		const threadPages = flag === '--publish' ? 2 * Math.ceil(comments / 100) : 0;
		const needed = pages + threadPages + writes + Math.ceil((writes - 1) / writesAtATime);
		const runs = log.commands().filter(command => command === 'fetch').length;
		const counted = Object.entries(Object.groupBy(all, ({operation}) => operation));
		const detail = counted.map(([operation, some]) => `${some!.length} ${operation}`).join(', ');
		return [
			{figure: requests, of: flag, value: all.length - needed, detail: `${all.length} - ${needed}: ${detail}`},
			{figure: fetches, of: flag, value: runs, detail: ''},
		];
	} finally {
		parsers.close();
		await host.close();
	}
}
