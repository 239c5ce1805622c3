import {expect, test} from 'vitest';
import {readPullRequest} from '../../source/review/read.ts';
import {pullRequest, suggestion, thread} from '../helpers/pull-request.ts';

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
