import {join} from 'node:path';
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {setStage} from '../demo/stage.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, ms} from './figure.ts';
import type {Environment} from './isolation.ts';
import {makeReviewed} from './reviewed.ts';
import {shapes} from './synthetic.ts';
import {bundleProgram} from './terminal/bundle.ts';
import type {Screens} from './terminal/compare-screens.ts';
import {InPty} from './terminal/in-pty.ts';
import type {HeapGrowth} from './terminal/measure-heap.ts';
import type {KeyTimes} from './terminal/measure-keys.tsx';
import {median, percentile} from './timing.ts';

const findings = 10_000;
const size = {columns: 120, rows: 40};
const starts = {runs: 21, warmUp: 2};
const idleMs = 5000;

/** A first frame within 150 ms where a Node that does nothing takes 27. */
const firstFrameBound = 150 / 27;
const keyBound = 1.3;
const insideBytes = 1500;
const scrolledBytes = 6000;
const heapBound = 1.1;

/** How soon the app answers, how much it writes, and whether what the terminal shows is what it has drawn. */
export const terminal: Benchmark = async machine => {
	const {folder, node} = machine;
	const env = inTerminal(machine.env);
	const many = makeReviewed(folder, machine.env, shapes['over 100 files'], findings);
	const demo = await setStage({
		folder: join(folder, 'demo'),
		recording: join(import.meta.dirname, '../demo/recording.json'),
		env: machine.env,
	});
	const program = await bundleProgram(folder);
	const measure = <Result>(task: string, cwd: string, recording: string): Result =>
		JSON.parse(runSync(node, ['--expose-gc', program, task, recording], {cwd, env}));
	const inDemo = [demo.place.cwd, demo.review] as const;
	const inMany = [many.root, many.recording] as const;
	return [
		await firstFrame(machine, demo.place.cwd, demo.review),
		...keyFigures(measure('keys', ...inMany)),
		await idle(machine, many.root, many.recording),
		heapFigure(measure('heap', ...inMany)),
		screensFigure(measure('screens', ...inDemo)),
	];
};

/** A terminal of a person: colours, and a name that programs know. */
function inTerminal({NO_COLOR: _, ...env}: Environment): Environment {
	return {...env, TERM: 'xterm-256color', FORCE_COLOR: '1'};
}

/** From the start of the built program to its first frame, to a Node that starts, does nothing and ends. */
async function firstFrame({node, now, ...machine}: Machine, cwd: string, recording: string): Promise<Figure> {
	const where = {cwd, env: inTerminal(machine.env), size};
	const cli = machine.cli();
	const times = {app: [] as number[], nothing: [] as number[]};
	const timeApp = async () => {
		const start = now();
		const app = new InPty(node, [cli, 'review', '--from', recording], where);
		await app.wrote('pr-resolve');
		const time = now() - start;
		await app.kill();
		return time;
	};
	const timeNothing = async () => {
		const start = now();
		await new InPty(node, ['-e', '0'], where).ended;
		return now() - start;
	};
	for (let round = -starts.warmUp; round < starts.runs; round++) {
		const [app, nothing] = [await timeApp(), await timeNothing()];
		if (round < 0) continue;
		times.app.push(app);
		times.nothing.push(nothing);
	}
	const [app, nothing] = [median(times.app), median(times.nothing)];
	return {
		name: 'first frame of the app, to node -e 0',
		ratio: app / nothing,
		bound: Number(firstFrameBound.toFixed(2)),
		detail: `${ms(app)} / ${ms(nothing)}`,
	};
}

function keyFigures(times: KeyTimes): Figure[] {
	if (times.findings !== findings) throw new Error(`the app shows ${times.findings} findings`);
	const {appMs, fullMs, shortMs} = times;
	const compare = (name: string, share: number, bareMs: readonly number[], bound: number | null): Figure => {
		const [app, bare] = [percentile(appMs, share), percentile(bareMs, share)];
		const detail = `${ms(app)} / ${ms(bare)}, ${appMs.length} keys each`;
		return {name: `key to frame with ${findings} findings, ${name}`, ratio: app / bare, bound, detail};
	};
	return [
		compare('p50, to a bare Ink list that fills the window', 0.5, fullMs, null),
		compare('p95, to the same', 0.95, fullMs, keyBound),
		compare('p95, to a bare Ink list of short ASCII rows', 0.95, shortMs, null),
		...bytesOf(times),
	];
}

/** How much of what is allowed the frames of one key write; the largest of them counts. */
function bytesOf(times: KeyTimes): Figure[] {
	const figure = (name: string, bytes: readonly number[], allowed: number): Figure => ({
		name: `bytes of a cursor move that ${name}, to ${allowed}`,
		ratio: Math.max(...bytes) / allowed,
		bound: 1,
		detail: `at most ${Math.max(...bytes)}, median ${median(bytes)}, of ${bytes.length} moves`,
	});
	return [
		figure('stays in the page', times.insideBytes, insideBytes),
		figure('scrolls the list', times.scrolledBytes, scrolledBytes),
	];
}

async function idle({node, env, cli}: Machine, cwd: string, recording: string): Promise<Figure> {
	const app = new InPty(node, [cli(), 'review', '--from', recording], {cwd, env: inTerminal(env), size});
	await app.wrote('to apply');
	await setTimeout(2000);
	const before = app.written.length;
	await setTimeout(idleMs);
	const bytes = app.written.length - before;
	await app.kill();
	return {name: `bytes written in ${idleMs / 1000} s without a key`, ratio: bytes, bound: 0, detail: `${bytes} bytes`};
}

function heapFigure({few, many, fewBytes, manyBytes}: HeapGrowth): Figure {
	const mb = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
	return {
		name: `heap after ${many} frames, to that after ${few}`,
		ratio: manyBytes / fewBytes,
		bound: heapBound,
		detail: `${mb(manyBytes)} / ${mb(fewBytes)}`,
	};
}

function screensFigure({compared, different, example}: Screens): Figure {
	if (example !== null) process.stderr.write(`${example}\n`);
	return {
		name: 'screens that are not the frame that was drawn',
		ratio: different,
		bound: 0,
		detail: `${different} of ${compared} after random keys and resizes`,
	};
}
