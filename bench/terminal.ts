import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {setStage} from '../demo/stage.ts';
import {usualKeys} from '../source/tui/app/keymap.ts';
import {keymap} from '../source/tui/review/keymap.ts';
import {reviewLines} from '../source/tui/review/screen-lines.ts';
import {initialReview} from '../source/tui/review/state.ts';
import {paint} from '../source/tui/text/paint.ts';
import {symbolsFor} from '../source/tui/theme.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import type {Environment} from './isolation.ts';
import {makeReviewed} from './reviewed.ts';
import {shapes} from './synthetic.ts';
import {bundlePrograms} from './terminal/bundle.ts';
import type {Screens} from './terminal/compare-screens.ts';
import {InPty} from './terminal/in-pty.ts';
import type {HeapGrowth} from './terminal/measure-heap.ts';
import type {KeyTimes} from './terminal/measure-keys.tsx';
import {median, percentile} from './timing.ts';

const findings = 10_000;
const size = {columns: 120, rows: 40};
const starts = {runs: 21, warmUp: 3};
const idleMs = 5000;

const insideBytes = 1500;
const scrolledBytes = 6000;

const frame: Figure = {
	name: 'first frame of the app vs. node -e 0',
	unit: 'x',
	// 150 ms where a Node that does nothing takes 27.
	bound: 5.56,
	meaning: 'How long the terminal stays empty: from the start of the program to its first frame.',
};
const answering: Figure = {
	name: 'until the app reacts to keys vs. node -e 0',
	unit: 'x',
	bound: null,
	meaning: 'Ink loads after the first frame; keys typed before are queued.',
};
const besideBare: Figure = {
	name: 'until the app reacts to keys vs. a bare Ink app that draws the same frame',
	unit: 'x',
	bound: 1.2,
	meaning:
		'What the app adds to Ink and React before the first key. The other app only draws these lines; both have their code cached.',
};
const bare = {
	unit: 'x',
	meaning: 'Time from a key to its frame, relative to a bare list of such rows.',
};
const middle: Figure = {...bare, bound: null, name: 'key to frame at p50 vs. a bare Ink list that fills the window'};
const late: Figure = {...bare, bound: 1.3, name: 'key to frame at p95 vs. a bare Ink list that fills the window'};
const onDiff: Figure = {
	name: 'key to frame at p95 on the page with the diff of everything vs. a bare Ink list',
	unit: 'x',
	bound: 1.3,
	meaning: 'Time from a key that scrolls the page to its frame. The diff is made once, when the page opens.',
};
const bytes = {
	unit: 'x',
	bound: 1,
	meaning: 'Size of the largest frame after a key, which matters over a slow connection.',
};
const inside: Figure = {...bytes, name: `bytes of a cursor move that stays in the page vs. ${insideBytes}`};
const scrolled: Figure = {...bytes, name: `bytes of a cursor move that scrolls the list vs. ${scrolledBytes}`};
const silence: Figure = {
	name: `bytes written in ${idleMs / 1000} s without a key`,
	unit: 'bytes',
	bound: 0,
	meaning: 'Whether the app writes nothing while idle; anything else would use battery and bandwidth.',
};
const heap: Figure = {
	name: 'heap after many frames vs. after few',
	unit: 'x',
	bound: 1.1,
	meaning: 'Whether the memory of an open app grows with each frame.',
};
const screens: Figure = {
	name: 'screens that differ from the drawn frame',
	unit: 'screens',
	bound: 0,
	meaning: 'Whether a terminal shows what the app has drawn, after random keys and resizes.',
};

export const terminal: Benchmark = {
	about: `How fast the app reacts with ${findings} findings at ${size.columns}x${size.rows}, how much it writes, and whether the terminal shows what it has drawn.`,
	seconds: 300,
	figures: [frame, answering, besideBare, middle, late, onDiff, inside, scrolled, silence, heap, screens],
	measure: measureApp,
};

async function measureApp(machine: Machine): Promise<Measured[]> {
	const {folder, node} = machine;
	const env = inTerminal(machine.env);
	const many = makeReviewed(folder, machine.env, shapes['over 100 files'], findings);
	const demo = await setStage({
		folder: join(folder, 'demo'),
		recording: join(import.meta.dirname, '../demo/recording.json'),
		env: machine.env,
	});
	const programOf = await bundlePrograms(folder);
	const measure = <Result>(task: string, cwd: string, recording: string): Result =>
		JSON.parse(runSync(node, ['--expose-gc', programOf('program'), task, recording], {cwd, env}));
	const inDemo = [demo.place.cwd, demo.review] as const;
	const inMany = [many.root, many.recording] as const;
	return [
		...(await firstFrame(machine, programOf('bare-app'), demo.place.cwd, demo.review)),
		...keyFigures(measure('keys', ...inMany)),
		await idle(machine, many.root, many.recording),
		heapFigure(measure('heap', ...inMany)),
		screensFigure(measure('screens', ...inDemo)),
	];
}

/** A terminal of a person: colours, and a name that programs know. */
function inTerminal({NO_COLOR: _, ...env}: Environment): Environment {
	return {...env, TERM: 'xterm-256color', FORCE_COLOR: '1'};
}

/** Bracketed paste: Ink asks for it when it listens. */
const listens = '\x1b[?2004h';

/**
 * From the start of the built program to its first frame and until it takes keys, to a Node that starts, does nothing
 * and ends, and to a bare app. In the rounds before the first that counts it is left as a person leaves it, so that what Node keeps of a
 * start is there.
 */
async function firstFrame(
	{node, now, folder, ...machine}: Machine,
	bareApp: string,
	cwd: string,
	recording: string,
): Promise<Measured[]> {
	const where = {cwd, env: inTerminal(machine.env), size};
	const cli = machine.cli();
	const lines = join(folder, 'first-lines');
	writeFileSync(lines, firstLines());
	const times = {shown: [] as number[], takesKeys: [] as number[], nothing: [] as number[], bare: [] as number[]};
	const timeBare = async (isLeft: boolean) => {
		const start = now();
		const env = {...where.env, NODE_COMPILE_CACHE: join(folder, 'compiled')};
		const app = new InPty(node, [bareApp, lines], {...where, env});
		await app.wrote(listens);
		const takesKeys = now() - start;
		if (isLeft) await app.leave('q');
		else await app.kill();
		return takesKeys;
	};
	const timeApp = async (isLeft: boolean) => {
		const start = now();
		const app = new InPty(node, [cli, 'review', '--from', recording], where);
		await app.wrote('pr-resolve');
		const shown = now() - start;
		await app.wrote(listens);
		const takesKeys = now() - start;
		if (isLeft) await app.leave('q');
		else await app.kill();
		return {shown, takesKeys};
	};
	const timeNothing = async () => {
		const start = now();
		await new InPty(node, ['-e', '0'], where).ended;
		return now() - start;
	};
	for (let round = -starts.warmUp; round < starts.runs; round++) {
		const isLeft = round < 0;
		const [{shown, takesKeys}, bare, nothing] = [await timeApp(isLeft), await timeBare(isLeft), await timeNothing()];
		if (round < 0) continue;
		times.shown.push(shown);
		times.takesKeys.push(takesKeys);
		times.bare.push(bare);
		times.nothing.push(nothing);
	}
	const compare = (figure: Figure, app: readonly number[], other: readonly number[]): Measured => ({
		figure,
		of: '',
		value: median(app) / median(other),
		detail: `${ms(median(app))} / ${ms(median(other))}, medians of ${starts.runs}`,
	});
	return [
		compare(frame, times.shown, times.nothing),
		compare(answering, times.takesKeys, times.nothing),
		compare(besideBare, times.takesKeys, times.bare),
	];
}

/** The lines of the app's first frame, as it paints them. */
function firstLines(): string {
	const {above, below} = reviewLines(initialReview(size, symbolsFor(true), usualKeys(keymap)), null);
	return [...above, ...below].map(line => paint(line)).join('\n');
}

function keyFigures(times: KeyTimes): Measured[] {
	if (times.findings !== findings) throw new Error(`the app shows ${times.findings} findings`);
	const {appMs, bareMs} = times;
	const compare = (figure: Figure, share: number): Measured => {
		const [app, bare] = [percentile(appMs, share), percentile(bareMs, share)];
		return {figure, of: '', value: app / bare, detail: `${ms(app)} / ${ms(bare)}, ${appMs.length} keys each`};
	};
	return [
		compare(middle, 0.5),
		compare(late, 0.95),
		diffFigure(times.diff),
		bytesOf(inside, times.insideBytes, insideBytes),
		bytesOf(scrolled, times.scrolledBytes, scrolledBytes),
	];
}

function diffFigure({lines, openMs, appMs, bareMs}: KeyTimes['diff']): Measured {
	const [app, bare] = [percentile(appMs, 0.95), percentile(bareMs, 0.95)];
	const detail = `${ms(app)} / ${ms(bare)}, ${appMs.length} keys each; ${lines} lines, open in ${ms(openMs)}`;
	return {figure: onDiff, of: '', value: app / bare, detail};
}

/** How much of what is allowed the frames of one key write; the largest of them counts. */
function bytesOf(figure: Figure, bytes: readonly number[], allowed: number): Measured {
	const most = Math.max(...bytes);
	const detail = `at most ${most}, median ${median(bytes)}, of ${bytes.length} moves`;
	return {figure, of: '', value: most / allowed, detail};
}

async function idle({node, env, cli}: Machine, cwd: string, recording: string): Promise<Measured> {
	const app = new InPty(node, [cli(), 'review', '--from', recording], {cwd, env: inTerminal(env), size});
	await app.wrote('to apply');
	await setTimeout(2000);
	const before = app.written.length;
	await setTimeout(idleMs);
	const bytes = app.written.length - before;
	await app.kill();
	return {figure: silence, of: '', value: bytes, detail: ''};
}

function heapFigure({few, many, fewBytes, manyBytes}: HeapGrowth): Measured {
	const mb = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
	return {
		figure: heap,
		of: `${many} frames to ${few}`,
		value: manyBytes / fewBytes,
		detail: `${mb(manyBytes)} / ${mb(fewBytes)}`,
	};
}

function screensFigure({compared, different, example}: Screens): Measured {
	if (example !== null) process.stderr.write(`${example}\n`);
	return {
		figure: screens,
		of: '',
		value: different,
		detail: `${different} of ${compared} after random keys and resizes`,
	};
}
