import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {withReviewers} from './reviewers.ts';
import {runOnScreen, type Span} from './screen.ts';
import {formatSvg} from './svg.ts';

/** Makes the pictures of the README from real runs and its table of reviewers from the registry: `npm run media`, after `npm run build`. */

const columns = 110;
const folder = dirname(fileURLToPath(import.meta.url));
const readme = join(folder, '../README.md');
await writeFile(readme, withReviewers(await readFile(readme, 'utf8')));

const home = await mkdtemp(join(tmpdir(), 'pr-resolve-media-'));
const env = {PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, LANG: 'C.UTF-8'};

try {
	const lines = await runOnScreen([process.execPath, join(folder, '../dist/demo.js')], {cwd: home, env, columns});
	const report = between(lines, /\$ pr-resolve apply/, /take it back with/).map(anonymise);
	const closing = report.slice(-6);
	const shown = [...report.slice(0, 37), [{text: '  ...', colour: null, bold: false, dim: true}], [], ...closing];
	await writeFile(join(folder, 'apply.svg'), formatSvg(shown, columns, 'pr-resolve apply on the demo pull request'));
} finally {
	await rm(home, {recursive: true, force: true});
}

function textOf(spans: readonly Span[]): string {
	return spans.map(({text}) => text).join('');
}

function between(lines: readonly Span[][], first: RegExp, last: RegExp): Span[][] {
	const from = lines.findIndex(line => first.test(textOf(line)));
	const to = lines.findIndex(line => last.test(textOf(line)));
	if (from === -1 || to < from) throw new Error('the demo does not show what the picture is cut from');
	return lines.slice(from, to + 1);
}

/** Ids of runs differ from run to run; the picture should not. */
function anonymise(line: Span[]): Span[] {
	return line.map(span => ({...span, text: span.text.replace(/\d{8}-\d{6}-[0-9a-z]+/, '20261121-103000-5c1f0a')}));
}
