import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {startGitHub} from '../test/emulators/github/server.ts';
import {bench} from './bench.ts';
import {poster, review, stills} from './review.ts';
import {anonymise, between, play, type Step} from './scene.ts';
import {openOnScreen, type Span, type Where} from './screen.ts';
import {setup} from './setup.ts';
import {type Frame, formatAnimation, formatStill, grounds, type Window} from './svg.ts';

/**
 * Records the pictures of the README and the docs from real runs, on a dark and on a light ground: `npm run media`, or with
 * the folder of another build as its argument. The same program makes the same bytes.
 */

const folder = dirname(fileURLToPath(import.meta.url));
const dist = process.argv[2] ?? join(folder, '../dist');
const home = await mkdtemp(join(tmpdir(), 'pr-resolve-media-'));
/** For `setup`, which looks for a token. */
const gitHub = await startGitHub({pullRequests: []});
const env = {PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, LANG: 'C.UTF-8', ...gitHub.env};

type Command = readonly ['demo' | 'cli', ...string[]];
type Size = {columns: number; rows: number};
/** Stands for the lines that are left out. */
const ellipsis: Span = {
	text: '...',
	column: 2,
	width: 1,
	colour: null,
	ground: null,
	bold: false,
	dim: true,
	inverse: false,
	underline: false,
	italic: false,
};

type Draw = (frames: readonly Frame[], window: Window) => string;

/** The lines of the last frame. */
const last: Draw = (frames, window) => formatStill(frames.at(-1)!.lines, window);

try {
	await applyPicture();
	const app = {columns: 120, rows: 36};
	const demo = 'pr-resolve review on the demo pull request';
	const story = `${demo}: from a conflict to the push`;
	await picture('review', story, app, ['demo', 'review'], review, (frames, window) =>
		formatAnimation(
			frames.filter(({holdMs}) => holdMs > 0),
			window,
			poster,
		),
	);
	for (const [name, {words, steps}] of Object.entries(stills)) {
		await picture(name, `${demo}: ${words}`, app, ['demo', 'review'], steps, last);
	}
	await picture('setup', 'pr-resolve setup: choosing a provider', {columns: 120, rows: 28}, ['cli', 'setup'], setup, last);
	await picture('bench', 'pr-resolve bench: five emulated providers', app, ['demo', 'bench'], bench, last);
} finally {
	await gitHub.close();
	await rm(home, {recursive: true, force: true});
}

/** Plays the steps on each ground. */
async function picture(
	name: string,
	title: string,
	size: Size,
	command: Command,
	steps: readonly Step[],
	draw: Draw,
): Promise<void> {
	await onEachGround(name, {...size, title}, async (where, window) =>
		draw(await play(programOf(command), steps, where), window),
	);
}

async function applyPicture(): Promise<void> {
	const title = 'pr-resolve apply on the demo';
	await onEachGround('apply', {columns: 110, rows: 40, title}, async (where, window) => {
		const demo = openOnScreen(programOf(['demo']), where);
		const report = between(await demo.ended, /\$ pr-resolve apply/, /^ *Undo: /).map(anonymise);
		const lines = [...report.slice(0, 37), [ellipsis], ...report.slice(-6)];
		return formatStill(lines, {...window, rows: lines.length});
	});
}

async function onEachGround(
	name: string,
	window: Omit<Window, 'ground'>,
	draw: (where: Where, window: Window) => Promise<string>,
): Promise<void> {
	const {columns, rows} = window;
	const record = async ([mode, ground]: [string, Window['ground']]) => {
		const svg = await draw({cwd: home, env, columns, rows, ground: ground.background}, {...window, ground});
		const path = join(folder, `${name}-${mode}.svg`);
		const isKept = name === 'bench' && withoutFigures(svg) === withoutFigures(await readFile(path, 'utf8').catch(() => ''));
		if (!isKept) await writeFile(path, svg);
	};
	await Promise.all(Object.entries(grounds).map(record));
}

/** A benchmark measures anew each time: if it shows no other words or colours, the picture before is as true. */
function withoutFigures(svg: string): string {
	const texts = svg.matchAll(/<text[^>]*?( class="[^"]*")?>([^<]*)/g);
	return Array.from(texts, ([, looks = '', text = '']) => looks + text.replace(/[\d.,]+/g, '')).join('\n');
}

function programOf([program, ...args]: Command): [string, ...string[]] {
	return [process.execPath, join(dist, `${program}.js`), ...args];
}
