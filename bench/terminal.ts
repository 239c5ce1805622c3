import {join} from 'node:path';
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {setStage} from '../demo/stage.ts';
import {missingFrom, textOnPage, textOnScreen, wordsWithin} from '../test/helpers/comment-words.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import {makeReviewed} from './reviewed.ts';
import {shapes} from './synthetic.ts';
import {bundlePrograms} from './terminal/bundle.ts';
import {commentsOf, longestComment, putInRecording} from './terminal/comments.ts';
import type {Screens} from './terminal/compare-screens.ts';
import {InPty} from './terminal/in-pty.ts';
import type {HeapGrowth} from './terminal/measure-heap.ts';
import type {HeldTimes} from './terminal/measure-held.ts';
import type {KeyTimes} from './terminal/measure-keys.ts';
import {inTerminal, measureStarts, screenSize, startFigures} from './terminal/starts.ts';
import {median, percentile} from './timing.ts';

const findings = 10_000;
const idleMs = 5000;
const heldSeconds = 5;

// The detail begins with the code: a move changes each of its rows. More than half of the bytes are text that changes.
const insideBytes = {most: 4600, middle: 2500};
const scrolledBytes = 6500;

const bare = {
	unit: 'x',
	meaning: 'Time from a key to its frame, relative to a bare list of such rows.',
};
const middle: Figure = {...bare, bound: 2.6, name: 'key to frame at p50 vs. a bare Ink list that fills the window'};
const late: Figure = {...bare, bound: 2.6, name: 'key to frame at p95 vs. a bare Ink list that fills the window'};
const onDiff: Figure = {
	name: 'key to frame at p95 on the page with the diff of everything vs. a bare Ink list',
	unit: 'x',
	bound: 3.5,
	meaning: 'Time from a key that scrolls the page to its frame. The diff is made once, when the page opens.',
};
const detail: Figure = {
	unit: 'x',
	bound: 3.5,
	name: 'key to frame of the longest comment at p95 vs. a bare Ink list',
	meaning: 'How fast the app shows a comment of 60,000 characters, which it has not shown before, with open folds.',
};
const filtered: Figure = {
	unit: 'x',
	bound: 8,
	name: `letter of a filter to frame at p95 with ${findings} findings vs. a bare Ink list`,
	meaning: 'How fast the list follows while you type. The app searches every comment for each letter.',
};
const held: Figure = {
	unit: 'x',
	bound: 4,
	name: `processor while a key is held for ${heldSeconds} s vs. a bare Ink list`,
	meaning: 'How much processor time the app takes while the cursor moves on and on, which a battery pays for.',
};
const unshown: Figure = {
	name: 'visible words of comments that the app does not show',
	unit: 'words',
	bound: 0,
	meaning: "Whether every word on GitHub's page can be read in the app, in a thread and in a review.",
};
const bytes = {
	unit: 'x',
	bound: 1,
	meaning: 'Size of the largest frame after a key, which matters over a slow connection.',
};
const inside: Figure = {...bytes, name: `bytes of a cursor move that stays in the page vs. ${insideBytes.most}`};
const insideMiddle: Figure = {
	...bytes,
	name: `bytes of such a move at the median vs. ${insideBytes.middle}`,
	meaning: 'Size of the usual frame after a key.',
};
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
	name: 'screens that differ from one drawn from nothing',
	unit: 'screens',
	bound: 0,
	meaning: 'Whether a terminal shows the same as one on which all is drawn at once, after random keys and resizes.',
};

export const terminal: Benchmark = {
	about: `How fast the app reacts with ${findings} findings at 120x40, how much it writes, and whether the terminal shows what it has drawn.`,
	seconds: 315,
	figures: [
		...startFigures,
		middle,
		late,
		onDiff,
		detail,
		filtered,
		held,
		unshown,
		inside,
		insideMiddle,
		scrolled,
		silence,
		heap,
		screens,
	],
	measure: measureApp,
};

async function measureApp(machine: Machine): Promise<Measured[]> {
	const {folder, node, corpus} = machine;
	const env = inTerminal(machine.env);
	const many = makeReviewed(folder, machine.env, shapes['over 100 files'], findings);
	const demo = await setStage({
		folder: join(folder, 'demo'),
		recording: join(import.meta.dirname, '../demo/recording.json'),
		env: machine.env,
	});
	const long = makeReviewed(join(folder, 'long'), machine.env, shapes['in one file'], 40);
	putInRecording(long.recording, longestComment(corpus));
	const programOf = await bundlePrograms(folder);
	const measure = <Result>(task: string, cwd: string, recording: string): Result =>
		JSON.parse(runSync(node, ['--expose-gc', programOf('program'), task, recording], {cwd, env}));
	const inDemo = [demo.place.cwd, demo.review] as const;
	const inMany = [many.root, many.recording] as const;
	return [
		...(await measureStarts(machine, {program: programOf('bare-app'), lines: measure('lines', ...inDemo)}, ...inDemo)),
		...keyFigures(measure('keys', ...inMany)),
		versusList(detail, measure('detail', long.root, long.recording)),
		versusList(filtered, measure('filter', ...inMany)),
		heldFigure(measure('held', ...inMany)),
		unshownWords(corpus),
		await idle(machine, many.root, many.recording),
		heapFigure(measure('heap', ...inMany)),
		screensFigure(measure('screens', ...inDemo)),
	];
}

function keyFigures(times: KeyTimes): Measured[] {
	if (times.findings !== findings) throw new Error(`the app shows ${times.findings} findings`);
	return [
		versusList(middle, times, 0.5),
		versusList(late, times),
		diffFigure(times.diff),
		bytesOf(inside, times.insideBytes, insideBytes.most),
		{
			figure: insideMiddle,
			of: '',
			value: median(times.insideBytes) / insideBytes.middle,
			detail: `${median(times.insideBytes)} of ${times.insideBytes.length} moves`,
		},
		bytesOf(scrolled, times.scrolledBytes, scrolledBytes),
	];
}

function diffFigure({lines, openMs, ...times}: KeyTimes['diff']): Measured {
	const measured = versusList(onDiff, times);
	return {...measured, detail: `${measured.detail}; ${lines} lines, open in ${ms(openMs)}`};
}

function versusList(figure: Figure, {appMs, bareMs}: Pick<KeyTimes, 'appMs' | 'bareMs'>, share = 0.95): Measured {
	const [app, bare] = [percentile(appMs, share), percentile(bareMs, share)];
	return {figure, of: '', value: app / bare, detail: `${ms(app)} / ${ms(bare)}, ${appMs.length} keys each`};
}

function heldFigure({appMs, bareMs, keys}: HeldTimes): Measured {
	return {figure: held, of: '', value: appMs / bareMs, detail: `${ms(appMs)} / ${ms(bareMs)}, ${keys} keys each`};
}

function unshownWords(corpus: string | null): Measured {
	const comments = commentsOf(corpus);
	let [all, missing] = [0, 0];
	for (const comment of comments) {
		const there = wordsWithin(textOnPage(comment.body));
		for (const kind of ['thread', 'review'] as const) {
			const unshown = missingFrom(wordsWithin(textOnScreen(comment, kind, 3000)), there);
			missing += unshown.reduce((sum, [, count]) => sum + count, 0);
			all += there.length;
		}
	}
	return {figure: unshown, of: '', value: missing, detail: `of ${all}, in ${comments.length} comments, read twice`};
}

/** Bytes that the frames of one key write, relative to the limit; the largest frame counts. */
function bytesOf(figure: Figure, bytes: readonly number[], allowed: number): Measured {
	const most = Math.max(...bytes);
	const detail = `at most ${most}, median ${median(bytes)}, of ${bytes.length} moves`;
	return {figure, of: '', value: most / allowed, detail};
}

async function idle({node, env, cli}: Machine, cwd: string, recording: string): Promise<Measured> {
	const app = new InPty(node, [cli(), 'review', '--from', recording], {cwd, env: inTerminal(env), size: screenSize});
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
