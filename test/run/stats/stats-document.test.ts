import {expect, test} from 'vitest';
import {formatMarkdown} from '../../../source/document/markdown.ts';
import {readerLines} from '../../../source/document/reader-lines.ts';
import {formatText} from '../../../source/document/text.ts';
import {rowDocument, statsDocument} from '../../../source/run/stats/stats-document.ts';
import {reportStats} from '../../../source/run/stats/stats-report.ts';
import {alike, counted, countedPull, statsRead} from '../../helpers/stats-read.ts';

const nit = (of: Parameters<typeof counted>[0] = {}) =>
	counted({hasCode: true, severity: 'trivial', category: 'style', path: 'docs/a.md', ...of});

const report = reportStats(
	statsRead(
		[
			...alike(24, () => [
				nit({repeats: 1}),
				nit(),
				counted({severity: 'major', class: 'changed', answeredAt: '2026-10-01T13:00:00Z'}),
				counted({reviewer: 'octocat', isBot: false, class: 'answered', answeredAt: '2026-10-01T12:00:00Z'}),
			]),
			countedPull(
				90,
				[
					nit({class: 'taken', id: 'a#0', url: 'https://github.com/acme/api/pull/90#discussion_r1'}),
					nit({class: 'undecidable', why: 'file gone', path: 'docs/|odd`.md', url: null}),
					nit({class: 'partly', path: 'source/cart.ts'}),
				],
				{notCounted: {reply: 12, remark: 3, hidden: 1, repeated: 24}},
			),
		],
		{unread: [{name: 'acme/web', why: 'GitHub refused it.'}]},
	),
	{people: false},
);

const textOf = (room: number, document = statsDocument(report, 'pr-resolve stats acme/api --show coderabbit')) =>
	formatText(document, {paint: (_, text) => text, room});

test('the text has counts, shares with their denominator and bounds, advice, and what was not read', () => {
	expect(textOf(120)).toMatchInlineSnapshot(`
		"25 pull requests of acme/api, merged since 2026-08-31
		99 findings counted in 1 repository. Not counted: 12 replies, 3 remarks, 1 hidden, 24 repeated.

		reviewer    findings  pull requests  repeats  first answer (findings)  per 100 lines
		coderabbit        75             25       24                 3 h (24)            3.0
		people            24             24        0                 2 h (24)            1.0

		row                           findings             share          95% bounds  not decidable  partly taken  untouched
		coderabbit: findings with a suggestion
		coderabbit                          51     1 of 50 taken       2% (0% to 6%)              1             1         48
		coderabbit/style                    51     1 of 50 taken       2% (0% to 6%)              1             1         48
		coderabbit/trivial                  51     1 of 50 taken       2% (0% to 6%)              1             1         48
		coderabbit/trivial/docs             50     1 of 49 taken       2% (0% to 7%)              1                       48
		coderabbit/trivial/elsewhere         1      0 of 1 taken                                                1

		coderabbit: findings in words
		coderabbit                          24  24 of 24 changed  100% (88% to 100%)
		coderabbit/major                    24  24 of 24 changed  100% (88% to 100%)

		people: findings in words
		people                              24   0 of 24 changed      0% (0% to 12%)

		A share is of the findings that can be decided. With 20 of them in 10 pull requests it has its bounds, with 95%
		confidence. Why lines were changed is unknown.
		To see the findings of a row, run: pr-resolve stats acme/api --show coderabbit

		Advice
		  coderabbit, trivial: 1 of 50 taken. To hide them, add "coderabbit trivial **" to ignore in your user settings.

		Not read
		  acme/web: GitHub refused it.
		"
	`);
});

test('in 80 columns, counts and shares stay', () => {
	const lines = textOf(80).split('\n');
	expect(lines.filter(line => line.length > 80)).toEqual([]);
	expect(lines).toContain('coderabbit/trivial/docs             50     1 of 49 taken       2% (0% to 7%)');
});

test('a screen reader gets a sentence for each row', () => {
	expect(readerLines(statsDocument(report, null))).toContain(
		'coderabbit/trivial/docs: 50 findings (in 25 pull requests; 1 of 49 taken; 2% (0% to 7%); 1 not decidable; 48 untouched)',
	);
});

test('the page of Markdown has a table for each block, and no word that claims more than was counted', () => {
	const page = formatMarkdown(statsDocument(report, null));
	expect(page).toContain('**coderabbit\\: findings with a suggestion**\n\n| row | findings |');
	expect(page).toContain('| coderabbit\\/trivial\\/docs | 50 | 25 | 1 of 49 taken | 2\\% \\(0\\% to 7\\%\\) | 1 |');
	expect(`${page}${textOf(Number.POSITIVE_INFINITY)}${JSON.stringify(report)}`).not.toMatch(/accura/i);
});

test('a row shows its findings with what became of each', () => {
	const text = textOf(120, rowDocument(report, 'coderabbit/trivial/docs'));
	expect(text.split('\n').slice(0, 5)).toMatchInlineSnapshot(`
		[
		  "coderabbit/trivial/docs",
		  "findings with a suggestion: 50; 1 of 49 taken, 2% (0% to 7%); 1 not decidable, 48 untouched, in 25 pull requests",
		  "",
		  "findings with a suggestion",
		  "untouched                  acme/api#1 docs/a.md       https://github.com/acme/api/pull/1#discussion_r1",
		]
	`);
	expect(text).toContain('not decidable (file gone)  acme/api#90 docs/|odd`.md  https://github.com/acme/api/pull/90');
	expect(textOf(120, rowDocument(report, 'coderabbit'))).toMatch(/findings with a suggestion[\s\S]*findings in words/);
});

test('in a narrow window, the address of a finding is below it and whole', () => {
	expect(textOf(60, rowDocument(report, 'coderabbit/trivial/docs'))).toContain(
		'taken  acme/api#90 docs/a.md\n  https://github.com/acme/api/pull/90#discussion_r1\n',
	);
});

test('without a finding there is no table', () => {
	const empty = reportStats(statsRead([countedPull(1, [])]), {people: false});
	expect(textOf(120, statsDocument(empty, 'unused'))).toBe(
		'1 pull request of acme/api, merged since 2026-08-31\n0 findings counted in 1 repository. Not counted: 0 replies, 0 remarks, 0 hidden, 0 repeated.\n',
	);
});
