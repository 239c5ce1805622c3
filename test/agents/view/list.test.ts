import {countTokens} from 'gpt-tokenizer/encoding/o200k_base';
import {expect, test} from 'vitest';
import {listFindings} from '../../../source/agents/view/list.ts';
import type {AgentView} from '../../../source/agents/view/rows.ts';
import {estimateTokens} from '../../../source/agents/view/tokens.ts';
import type {ReviewThread} from '../../../source/review/comment.ts';
import {viewOf} from '../../helpers/agent-view.ts';
import {bot, person, pullRequest, reviewComment, suggestion, thread} from '../../helpers/pull-request.ts';
import {readView} from '../../helpers/read-view.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';

const everything = {filter: '', maxTokens: null, cursor: null};

const listOf = (view: AgentView, filter = '') => listFindings(view, {...everything, filter});

/** The ids of the rows. */
const idsIn = (text: string) => text.split('\n').flatMap(line => /^(f[0-9a-f]{5,}) /.exec(line)?.[1] ?? []);

const requests = [
	'**Potential issue**\n\nThe total is rounded before the discount is taken off, so that carts with many items are a cent too high.',
	'Please rename `x` to what it counts, as the other functions of this file do.',
	`This throws for an empty list of items; return zero instead.\n\n${suggestion('return 0;')}`,
	'_⚠️ Potential issue_ | _🟠 Major_\n\n**Close the file when reading fails.**\n\nThe handle stays open if `read` throws.',
];

/** Forty findings in eight files: seven of them are what a person says to others. */
const forty: ReviewThread[] = Array.from({length: 33}, (_, at) =>
	thread(
		[
			reviewComment(`${requests[at % 4]} (${at})`, {
				author: bot(at % 2 === 0 ? 'coderabbitai' : 'copilot-pull-request-reviewer'),
			}),
			...(at % 5 === 0 ? [reviewComment('I do not think so, the caller checks that.', {author: person('carol')})] : []),
		],
		{id: `PRRT_${at}`, path: `source/checkout/part-${at % 8}/cart-total.ts`, line: 10 + at},
	),
);

const view = readView(pullRequest({reviewThreads: forty, headRefOid: 'a'.repeat(40)}));

test('40 findings take at most 3,500 tokens, receipt and paths included', () => {
	const text = listOf(view);
	expect(idsIn(text)).toHaveLength(40);
	expect(countTokens(text)).toBeLessThan(3500);
	expect(estimateTokens(text)).toBeLessThan(3500);
});

test('begins with a receipt, and has a row for each finding in the order of files and lines', async () => {
	const tree = workTree();
	const review = reviewOf(tree, {headRefName: 'topic'})
		.suggest('src/other.txt', 3, ['entry three'])
		.comment('src/list.txt', [8, 9], 'Say what `item 8` is for.')
		.suggest('src/list.txt', 2, ['item two']);
	const head = tree.head.slice(0, 10);
	expect(listOf(await viewOf(tree, review.save())).split('\n')).toEqual([
		`octo/app#7, branch topic, head ${head}`,
		'3 findings: 2 planned, 1 needs-model; 3 listed',
		'src/list.txt',
		expect.stringMatching(/^f\w{5} 2 reviewer planned: Better so\.$/),
		expect.stringMatching(
			/^f\w{5} 8-9 reviewer needs-model \(describes a change in words\): Say what item 8 is for\.$/,
		),
		expect.stringMatching(/^f\w{5} src\/other\.txt:3 reviewer planned: Better so\.$/),
	]);
});

test('places are those of today', async () => {
	const tree = workTree();
	const file = reviewOf(tree).comment('src/list.txt', 8, 'Say what this is for.').save();
	tree.put({'src/list.txt': `new\nlines\n${tree.read('src/list.txt')}`});
	expect(listOf(await viewOf(tree, file))).toContain(' src/list.txt:10 ');
});

test('answers by people are counted, with who gave them; those of bots are not', () => {
	const comments = ['carol', 'carol', 'dave'].map(login => reviewComment('No.', {author: person(login)}));
	const threads = [thread([reviewComment('Rename it.'), ...comments, reviewComment('Done.', {author: bot('a-bot')})])];
	expect(listOf(readView(pullRequest({reviewThreads: threads})))).toContain('Rename it. [3 answers by carol, dave]\n');
});

test('what asks for nothing is only counted, unless the filter asks for it', () => {
	const threads = [thread(['Rename it.']), thread(['Fix it.'], {id: 'PRRT_2', isResolved: true})];
	const some = readView(pullRequest({reviewThreads: threads}));
	expect(listOf(some)).toContain('1 not-actionable; 1 listed');
	expect(idsIn(listOf(some))).toHaveLength(1);
	expect(idsIn(listOf(some, 'is:not-actionable'))).toHaveLength(1);
	expect(idsIn(listOf(some, 'is:resolved,needs-model'))).toHaveLength(2);
});

test('the receipt names what could not be read, and whose work is not done, in bounds', () => {
	const incomplete = Array.from({length: 30}, (_, at) => `page ${at}\nof the comments`);
	const read = readView(pullRequest({completeness: {pages: 1, incomplete, notInApi: ['3 comments']}}));
	const reviewers = [{login: 'copilot', state: 'running' as const, detail: 'a review is under way', since: null}];
	const text = listOf({...read, state: {...read.state, reviewers}});
	expect(text.split('\n').slice(1)).toEqual([
		'0 findings; 0 listed',
		...Array.from({length: 8}, (_, at) => `incomplete: page ${at} of the comments`),
		'incomplete: 22 more',
		'not readable: 3 comments',
		'reviewer: copilot is running: a review is under way',
	]);
});

const cursorIn = (list: string) => / more findings?, cursor: (\S+)$/.exec(list)?.[1] ?? null;

test('a list within a limit leads to all findings, each once', () => {
	const all = idsIn(listOf(view));
	for (const maxTokens of [1, 500, 900, 2000]) {
		const found: string[] = [];
		let cursor: string | null = null;
		do {
			const answer = listFindings(view, {filter: '', maxTokens, cursor});
			const ids = idsIn(answer);
			expect(ids.length).toBeGreaterThan(0);
			if (maxTokens > 1) expect(countTokens(answer)).toBeLessThanOrEqual(maxTokens);
			found.push(...ids);
			cursor = cursorIn(answer);
		} while (cursor !== null);
		expect(found).toEqual(all);
	}
});

test('a cursor holds for its pull request, head, filter and list', () => {
	const cursor = cursorIn(listFindings(view, {filter: '', maxTokens: 600, cursor: null}));
	const other = (fields: Parameters<typeof pullRequest>[0]) =>
		readView(pullRequest({reviewThreads: forty, headRefOid: 'a'.repeat(40), ...fields}));
	const go = (of: AgentView, filter = '', given = cursor) => listFindings(of, {filter, maxTokens: 600, cursor: given});
	expect(go(view)).not.toBe('');
	const changed = expect.objectContaining({code: 'bad-cursor', message: 'The list has changed since.'});
	expect(() => go(other({headRefOid: 'b'.repeat(40)}))).toThrow(changed);
	expect(() => go(other({reviewThreads: forty.slice(1)}))).toThrow(changed);
	expect(() => go(view, 'rename')).toThrow(changed);
	const foreign = expect.objectContaining({code: 'bad-cursor', message: 'The cursor is of another list.'});
	expect(() => go(other({number: 8}))).toThrow(foreign);
	for (const given of ['', 'x', `${cursor}0000000`, cursor!.replace(/\d+$/, '-1'), cursor!.replace(/\d+$/, '40')]) {
		expect(() => go(view, '', given)).toThrow(expect.objectContaining({code: 'bad-cursor'}));
	}
});

test('a filter that is not understood is an error', () => {
	expect(() => listOf(view, 'is:nonsense')).toThrow(expect.objectContaining({code: 'bad-value'}));
});
