import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import {expect, test} from 'vitest';
import {nothingDone} from '../../source/action/result.ts';
import {formatSummary} from '../../source/action/summary.ts';
import type {Report} from '../../source/run/report/report.ts';
import {codePoint} from '../helpers/code-point.ts';
import {reportWith} from './reported.ts';

const summaryOf = (report: Report, patch = '') => formatSummary({...nothingDone(''), exitCode: 3, report, patch});

const rowsOf = (summary: string) => summary.split('\n').filter(line => line.startsWith('| needs'));

test('a summary of 5,000 findings fits in what a runner accepts, with whole rows and the number of the others', async () => {
	const report = await reportWith(5000, index => ({title: `Finding ${index} ${'| "quoted" '.repeat(60)}`}));
	const summary = summaryOf(report);
	expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
	const rows = rowsOf(summary);
	const more = Number(/^(\d+) more$/m.exec(summary)?.[1]);
	expect([rows.length + more, rows.length > 1000]).toEqual([5000, true]);
	expect(rows.every(row => row.endsWith(' no suggestion |'))).toBe(true);
});

test('a summary of short findings is complete', async () => {
	const summary = summaryOf(await reportWith(5000, index => ({title: `Finding ${index}`})));
	expect([rowsOf(summary).length, /\d more/.test(summary)]).toEqual([5000, false]);
});

test('a table comes first, and a patch only if there is room for it', async () => {
	const report = await reportWith(1, () => ({}));
	expect(summaryOf(report, '+one\n')).toContain('```diff\n+one\n```');
	const long = summaryOf(report, '+one\n'.repeat(250_000));
	expect([Buffer.byteLength(long) < 1024 * 1024, long.includes('too long to be shown')]).toEqual([true, true]);
});

test('it shows how the questions to a model ended, if there were any', async () => {
	const report = await reportWith(1, () => ({}));
	const asking = {
		...{questions: 14, answered: 7, changes: 3, unanswered: {budget: 7}, stoppedBy: 'budget' as const},
		...{costUsd: 0.003, unknownCosts: 0},
	};
	const asked = summaryOf({...report, llm: {...report.llm, asking}});
	expect(asked.replaceAll('\\', '')).toContain('model: answered 7 of 14, 3 changes, $0.0030; stopped: budget');
	expect(summaryOf(report)).not.toContain('answered');
});

test('a patch cannot end its block', async () => {
	const summary = summaryOf(await reportWith(1, () => ({})), '+```\n+<img src=x>\n+````\n');
	const html = MarkdownIt({html: true}).render(summary);
	expect([html.match(/<img/g), html.match(/<pre>/g)?.length]).toEqual([null, 1]);
});

const hostile = fc.oneof(
	fc.string({unit: codePoint}),
	fc
		.array(
			fc.constantFrom(
				...['|', '\\', '`', '``', '<img src=x onerror=y>', '[a](http://x)', '![](http://x)', '*', '_', '~~', '#', '\n'],
				...[
					'\r\n',
					'::error::x',
					'%0A',
					'@octocat',
					'https://example.com',
					'www.example.com',
					'<!--',
					'-->',
					'&lt;',
					'word',
				],
			),
		)
		.map(parts => parts.join('')),
);

test('whatever a comment contains is text in one cell', async () => {
	const report = await reportWith(1, () => ({}));
	const markdown = MarkdownIt({html: true, linkify: true});
	const plain = /<(?!\/?(?:h3|p|table|thead|tbody|tr|th|td)\b)/;
	fc.assert(
		fc.property(hostile, hostile, hostile, (title, reason, path) => {
			const findings = report.findings.map(finding => ({
				...finding,
				title,
				reason,
				path,
				source: {...finding.source, url: null},
			}));
			const html = markdown.render(
				summaryOf({...report, pullRequest: {...report.pullRequest, number: null}, findings}),
			);
			expect([html.match(/<td/g)?.length, plain.exec(html)]).toEqual([5, null]);
		}),
	);
});
