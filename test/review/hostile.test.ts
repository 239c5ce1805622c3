import {expect, test} from 'vitest';
import {readPullRequest} from '../../source/review/read.ts';
import {bot, comment, pullRequest, review, reviewComment, suggestion, thread} from '../helpers/pull-request.ts';

const many = 50_000;

/** Bodies that make a careless parser quadratic, overflow its stack, or lose what comes behind them. */
const bodies: Record<string, string> = {
	'open brackets': '['.repeat(many),
	'open emphasis': '*a '.repeat(many),
	'nested quotes': '>'.repeat(many),
	'nested lists': Array.from({length: 300}, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
	'open code spans': Array.from({length: 400}, (_, length) => '`'.repeat(length + 1)).join(' a '),
	'open comments': '<!-- '.repeat(many),
	'open tags': '<a '.repeat(many),
	'open sections': '<details>\n'.repeat(many),
	'open summaries': '<details><summary>'.repeat(many / 2),
	'sections closed only': '</details>\n'.repeat(many),
	'table rows': '|a|b|\n|-|-|\n'.repeat(many / 4),
	'reference definitions': '[a]: b\n'.repeat(many),
	'one long line': 'a'.repeat(1_000_000),
	'blank lines': '\n'.repeat(many),
	'lone carriage returns': 'a\r'.repeat(many),
	'surrogates without a partner': '\uD800'.repeat(many),
	'direction marks': '\u202E'.repeat(many),
	'a thousand quotes in quotes': Array.from({length: 1000}, (_, depth) => `${'> '.repeat(depth)}a`).join('\n'),
	'a megabyte of sections': '<details>'.repeat(110_000),
	'a megabyte of sections, closed twice': '<details></details></details>\n'.repeat(35_000),
	'summaries without a section': '<summary>a</summary>\n'.repeat(many),
	'a flood of back-ticks': '`'.repeat(1_000_000),
	'lines of back-ticks': Array.from({length: 1000}, (_, length) => '`'.repeat(length % 40)).join('\n'),
	'carriage returns only': '\r'.repeat(many),
	'no characters': '\0'.repeat(many),
	'two halves the wrong way round': '\uDC00\uD800'.repeat(many),
	'a word with an at-sign, quoted': '`@a.b`'.repeat(many),
	options: 'Option 1: a\n\nAlternatively:\n\n'.repeat(many / 4),
	boxes: '> [!NOTE]\n'.repeat(many),
};

test.each(Object.keys(bodies))('%s give one finding and no change', name => {
	const {findings} = readPullRequest(pullRequest({reviewThreads: [thread([bodies[name]!])]}));
	expect(findings).toHaveLength(1);
	expect(findings[0]!.changes).toEqual([]);
	expect(findings[0]!.title.length).toBeLessThanOrEqual(100);
});

test.each(['open brackets', 'open emphasis', 'open tags', 'table rows', 'reference definitions', 'one long line'])(
	'%s do not hide the suggestion below them',
	name => {
		const body = `${bodies[name]}\n\n${suggestion('a')}`;
		const {findings} = readPullRequest(pullRequest({reviewThreads: [thread([body])]}));
		expect(findings.flatMap(({changes}) => changes.map(({replacement}) => replacement))).toEqual([['a']]);
	},
);

const bots = ['coderabbitai', 'claude', 'qodo-merge-pro', 'greptile-apps', 'sourcery-ai', 'cursor', 'danger'];

test.each(Object.keys(bodies))('%s by a known reviewer, in every kind of comment, throw nothing', name => {
	const body = bodies[name]!.slice(0, 30_000);
	for (const login of bots) {
		const fields = {author: bot(login), diffHunk: body};
		const read = readPullRequest(
			pullRequest({
				reviewThreads: [thread([reviewComment(body, fields)])],
				reviews: [review(body, {author: bot(login)})],
				comments: [comment(body, {author: bot(login)})],
			}),
		);
		expect(read.findings.flatMap(({changes, sketches}) => [...changes, ...sketches])).toEqual([]);
	}
});

test('line ends of carriage returns alone are line ends', () => {
	const body = suggestion('a', 'b').replaceAll('\n', '\r');
	const {findings} = readPullRequest(pullRequest({reviewThreads: [thread([body])]}));
	expect(findings[0]!.changes[0]!.replacement).toEqual(['a', 'b']);
});

test('ten thousand suggestions in one comment are all read', () => {
	const body = Array.from({length: 10_000}, (_, index) => suggestion(String(index))).join('\n');
	const {findings} = readPullRequest(pullRequest({reviewThreads: [thread([body])]}));
	expect(findings[0]!.changes).toHaveLength(10_000);
	expect(new Set(findings[0]!.changes.map(({id}) => id)).size).toBe(10_000);
});

test('a megabyte of suggestion comes out whole', () => {
	const lines = Array.from({length: 20_000}, (_, index) => `${index} ${'x'.repeat(50)}`);
	const {findings} = readPullRequest(pullRequest({reviewThreads: [thread([suggestion(...lines)])]}));
	expect(findings[0]!.changes[0]!.replacement).toEqual(lines);
});
