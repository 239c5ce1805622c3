import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {afterwards, expectEnded, open} from '../../helpers/app-terminal.ts';
import {countingOf, ended} from './counting.ts';

const three = [1, 2, 3].map(number => ended(number));

test('in a terminal Enter goes from a figure to its findings, and q leaves', async () => {
	const {outside, env} = await countingOf(three);
	const terminal = open(outside, ['stats', 'acme/api', '--since', '2026-01-01'], {env, shell: afterwards});
	await terminal.waitFor(/> coderabbit +suggestion +3 +0 of 3 taken/);
	terminal.press('\r');
	await terminal.waitFor('coderabbit: findings with a suggestion');
	await terminal.waitFor('acme/api#1 src/list.txt');
	terminal.press('\x1b');
	await terminal.waitFor('what became of findings');
	terminal.press('q');
	await expectEnded(terminal, 0);
});

test('with --no-fullscreen it is a text, and --show lists the findings of a row', async () => {
	const {outside, env, stats} = await countingOf(three);
	const terminal = outside.terminal(['stats', 'acme/api', '--since', '2026-01-01', '--no-fullscreen'], {env});
	await terminal.ended;
	expect(terminal.screen()).toMatch(/coderabbit +3 +3 +0 of 3 taken/);
	expect(terminal.screen()).toContain('--show coderabbit acme/api --since 2026-01-01 --no-fullscreen');
	const {stdout, code} = await stats('acme/api', '--show', 'coderabbit');
	expect(code).toBe(0);
	expect(stdout).toMatch(/untouched {2}acme\/api#1 src\/list\.txt +http/);
	expect((await stats('acme/api', '--show', 'coderabit')).stderr).toContain('Did you mean coderabbit?');
});

test('--output is checked before anything is read, and writes two files', async () => {
	const {outside, stats} = await countingOf(three);
	const refused = await stats('acme/api', '--output', '/proc/report.md');
	expect([refused.code, refused.requests]).toEqual([2, 0]);
	const {code, stderr} = await stats('acme/api', '--output', 'out/report.md');
	expect([code, stderr]).toEqual([0, expect.stringContaining('Report: out/report.md')]);
	expect(readFileSync(join(outside.root, 'out/report.md'), 'utf8')).toContain('![What became of findings](report.svg)');
	expect(existsSync(join(outside.root, 'out/report.svg'))).toBe(true);
});
