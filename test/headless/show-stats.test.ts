import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type ShowStats, showStats} from '../../source/headless/show-stats.ts';
import {outputTo} from '../../source/headless/terminal.ts';
import type {StatsRead} from '../../source/run/stats/counted.ts';
import {newFolder} from '../helpers/folders.ts';
import {alike, counted, countedPull, statsRead} from '../helpers/stats-read.ts';

const read = statsRead([
	...alike(20, () => [counted({hasCode: true, severity: 'trivial'}), counted({reviewer: 'octocat', isBot: false})]),
	countedPull(90, [counted({hasCode: true, class: 'taken', severity: 'major'})]),
]);

async function shown(of: Partial<ShowStats> = {}, from: StatsRead = read) {
	let [stdout, stderr] = ['', ''];
	const cwd = newFolder();
	const exitCode = await showStats(
		from,
		{json: false, output: null, show: null, people: false, isInSentences: false, ...of},
		{
			color: false,
			stdout: outputTo({write: text => (stdout += text)}),
			stderr: outputTo({write: text => (stderr += text)}),
		},
		{cwd, argv: ['stats', 'acme/api', '--since', '7 d']},
	);
	return {stdout, stderr, cwd, exitCode};
}

test('the text names the same command for the findings of a row', async () => {
	const {stdout, exitCode} = await shown();
	expect(stdout).toContain("run: pr-resolve stats --show coderabbit acme/api --since '7 d'\n");
	expect(exitCode).toBe(0);
});

test('a row is shown with its findings, also as JSON', async () => {
	const text = await shown({show: 'coderabbit/major'});
	expect(text.stdout).toMatch(/^coderabbit\/major\nfindings with a suggestion: 1; 1 of 1 taken; in 1 pull request\n/);
	expect(text.stdout).toContain('taken  acme/api#90 src/cart.ts  https://github.com/acme/api/pull/1#discussion_r');
	const {rows, findings} = JSON.parse((await shown({show: 'coderabbit/major', json: true})).stdout);
	expect([rows.length, findings.length, findings[0].class]).toEqual([1, 1, 'taken']);
});

test('a row that is not there, or that people wrote, is refused', async () => {
	await expect(shown({show: 'coderabit/major'})).rejects.toMatchObject({
		code: 'unknown-row',
		remedy: 'Did you mean coderabbit/major?',
	});
	await expect(shown({show: 'people'})).rejects.toMatchObject({
		code: 'unknown-row',
		remedy: 'Pass --people to list what people wrote.',
	});
	expect((await shown({show: 'people/octocat', people: true})).stdout).toContain(
		'findings in words: 20; 0 of 20 changed',
	);
});

test('--json has the ids and addresses behind each figure, and of people only with --people', async () => {
	const document = JSON.parse((await shown({json: true})).stdout);
	expect(document.schema).toBe('pr-resolve/stats@1');
	for (const row of document.rows.filter(({kind}: {kind: string}) => kind === 'bot')) {
		const behind = document.findings.filter(
			({rows, block}: {rows: string[]; block: string}) => rows.includes(row.name) && block === row.block,
		);
		expect(behind).toHaveLength(row.findings);
		expect(behind[0]).toMatchObject({id: expect.any(String), url: expect.stringContaining('https://')});
	}
	expect((await shown({json: true})).stdout).not.toContain('octocat');
	expect((await shown({json: true, people: true})).stdout).toContain('octocat');
});

test('the sample on the page of docs has the shape of the report', async () => {
	const page = readFileSync(join(import.meta.dirname, '../../docs/stats.md'), 'utf8');
	const [, text = ''] = /```json\n([\s\S]*?)\n```/.exec(page) ?? [];
	const sample = JSON.parse(text);
	const report = JSON.parse((await shown({json: true})).stdout);
	expect(Object.keys(sample)).toEqual(Object.keys(report));
	for (const list of ['reviewers', 'rows', 'findings', 'advice']) {
		expect(Object.keys(sample[list][0])).toEqual(Object.keys(report[list][0]));
	}
	expect(Object.keys(sample.notCounted)).toEqual(Object.keys(report.notCounted));
	expect(Object.keys(sample.rows[0].classes)).toEqual(Object.keys(report.rows[0].classes));
	expect(Object.keys(sample.rows[0].share)).toEqual(Object.keys(report.rows[0].share));
});

test('a screen reader gets sentences', async () => {
	expect((await shown({isInSentences: true})).stdout).toContain(
		'coderabbit/trivial: 20 findings (in 20 pull requests; 0 of 20 taken; 0% (0% to 14%); 20 untouched)\n',
	);
});

test('--output writes the page with its chart beside it', async () => {
	const {cwd, stderr} = await shown({output: 'out/a report.md'});
	const page = readFileSync(join(cwd, 'out/a report.md'), 'utf8');
	expect(page).toContain('**coderabbit\\: findings with a suggestion**');
	expect(page.endsWith('![What became of findings](a%20report.svg)\n')).toBe(true);
	expect(readFileSync(join(cwd, 'out/a report.svg'), 'utf8')).toContain('</svg>');
	expect(stderr).toBe('Report: out/a report.md\n');
	await expect(shown({output: '/proc/report.md'})).rejects.toMatchObject({code: 'output-not-writable'});
});

test('what was not read ends with a failure code, and is told', async () => {
	const {stdout, exitCode} = await shown({}, {...read, unread: [{name: 'acme/web', why: 'GitHub refused it.'}]});
	expect(exitCode).toBe(1);
	expect(stdout).toContain('Not read\n  acme/web: GitHub refused it.\n');
});
