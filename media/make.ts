import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {bench} from './bench.ts';
import {poster, review} from './review.ts';
import {anonymise, between, play} from './scene.ts';
import {openOnScreen, type Span} from './screen.ts';
import {setup} from './setup.ts';
import {formatAnimation, formatSvg} from './svg.ts';

/** Records the pictures of the README from real runs: `npm run media`, or with the folder of another build as its argument. */

const folder = dirname(fileURLToPath(import.meta.url));
const dist = process.argv[2] ?? join(folder, '../dist');
const home = await mkdtemp(join(tmpdir(), 'pr-resolve-media-'));
const env = {PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, LANG: 'C.UTF-8'};
const picture = (name: string, svg: string) => writeFile(join(folder, `${name}.svg`), svg);

try {
	await applyPicture();
	await reviewPictures();
	await setupPicture();
	await benchPicture();
} finally {
	await rm(home, {recursive: true, force: true});
}

async function applyPicture(): Promise<void> {
	const columns = 110;
	const demo = openOnScreen([process.execPath, join(dist, 'demo.js')], {cwd: home, env, columns, rows: 40});
	const report = between(await demo.ended, /\$ pr-resolve apply/, /^ *Undo: /).map(anonymise);
	const left: Span = {text: '...', column: 2, width: 1, colour: null, bold: false, dim: true, inverse: false};
	await picture(
		'apply',
		formatSvg([...report.slice(0, 37), [left], ...report.slice(-6)], columns, 'pr-resolve apply on the demo'),
	);
}

async function reviewPictures(): Promise<void> {
	const size = {columns: 120, rows: 36};
	const title = 'pr-resolve review on the demo pull request';
	const frames = await play([process.execPath, join(dist, 'demo.js'), 'review'], review, {cwd: home, env, ...size});
	await picture('review', formatAnimation([{...frames[poster]!, caption: ''}], size, title));
	await picture('review-moving', formatAnimation(frames, size, `${title}, from the first look to the files`, poster));
}

async function setupPicture(): Promise<void> {
	const size = {columns: 120, rows: 28};
	const frames = await play([process.execPath, join(dist, 'cli.js'), 'setup'], setup, {cwd: home, env, ...size});
	await picture('setup', formatAnimation([frames.at(-1)!], size, 'pr-resolve setup: choosing a provider'));
}

async function benchPicture(): Promise<void> {
	const size = {columns: 120, rows: 36};
	const frames = await play([process.execPath, join(dist, 'demo.js'), 'bench'], bench, {cwd: home, env, ...size});
	await picture('bench', formatAnimation([frames.at(-1)!], size, 'pr-resolve bench: five emulated providers'));
}
