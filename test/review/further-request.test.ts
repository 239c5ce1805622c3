import {describe, expect, test} from 'vitest';
import type {Finding} from '../../source/review/finding.ts';
import {furtherRequest, furtherSketches} from '../../source/review/further-request.ts';
import {readBlocks} from '../../source/review/markdown.ts';
import {readPullRequest} from '../../source/review/read.ts';
import {isSuggestion} from '../../source/review/suggestion.ts';
import {type CorpusComment, hasCorpus, readCases, readPool} from '../helpers/corpus.ts';
import {bot, person, pullRequest, reviewComment, thread} from '../helpers/pull-request.ts';

const suggestion = '```suggestion\nbetter\n```';

type Posted = {body: string; path: string; start: number; end: number; login: string | null; isBot: boolean};

function findingsIn({body, path, start, end, login, isBot}: Posted): Finding[] {
	const author = login === null ? null : isBot ? bot(login) : person(login);
	const {findings} = readPullRequest(
		pullRequest({
			reviewThreads: [
				thread([reviewComment(body, {author})], {path, line: end, startLine: start === end ? null : start}),
			],
		}),
		{includeResolved: true, excludeOutdated: false},
	);
	return findings;
}

const findingOf = (body: string): Finding =>
	findingsIn({body, path: 'src/list.ts', start: 12, end: 14, login: 'coderabbitai', isBot: true})[0]!;

describe('more than the suggestion', () => {
	test.each([
		'Also rename the variable everywhere.',
		'And also rename it.',
		'And then remove the old one.',
		'Additionally, rename it.',
		'In addition to that, rename it.',
		'Another one is below.',
		'Same for the other method.',
		'same in the test',
		'Likewise, rename the tests.',
		'As well as the other one.',
		'That is shorter. Also rename it.',
		'- **Also**: rename it.',
		'That is shorter\nAlso rename it.',
		'The test in `test/list.test.ts` has the same fault.',
		'The same issue affects `other.ts`.',
		'See src/other.ts:12 too.',
		'Lines 40-45 have it too.',
		'It is in `src/list.ts:90` as well.',
		'Do it on line 20, too.',
		'And see below.\n\n```ts\nexample()\n```\n\nAlso rename it.',
		'<details>\n<summary>More</summary>\n\nAlso rename it.\n\n</details>',
	])('is asked for: %s', more => {
		expect(furtherRequest(findingOf(`Rename it.\n\n${suggestion}\n\n${more}`))).not.toBeNull();
	});

	test.each([
		['nothing else', ''],
		['a reason', 'That is shorter, and it also handles zero.'],
		['a line that goes on', 'That is shorter and\nalso faster.'],
		['the same file and lines', '`src/list.ts:12-14` and `list.ts` are about lines 12 to 14.'],
		['a member', 'As `fmt.Errorf` does, and `t.Run`.'],
		['an address', 'See https://example.com/docs/guide.md and [docs](https://example.com/a/b.md).'],
		['a quote', '> Also rename it.'],
		['code', '```ts\nalso.rename("src/other.ts")\n```'],
		['hidden text', '<!-- Also rename src/other.ts. -->'],
		['a prompt', '<details>\n<summary>🤖 Prompt for AI Agents</summary>\n\nAlso rename src/other.ts.\n\n</details>'],
		['what introduces further code', `Also here:\n\n${suggestion.replace('better', 'best')}`],
		['a longer word', 'Alsobar is a name.'],
	])('is not asked for by %s', (_, more) => {
		expect(furtherRequest(findingOf(`Rename it.\n\n${suggestion}\n\n${more}`))).toBeNull();
	});

	test('is not asked for before the suggestion, or without one', () => {
		expect(furtherRequest(findingOf(`Also rename src/other.ts.\n\n${suggestion}`))).toBeNull();
		expect(furtherRequest(findingOf('Rename it. Also rename the other one.'))).toBeNull();
	});

	test('is a diff that the suggestion does not show', () => {
		const diff = (path: string, text: string) =>
			`\`\`\`diff\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n${text}\n\`\`\``;
		const pathsOf = (...diffs: string[]) =>
			furtherSketches(findingOf([suggestion, ...diffs].join('\n\n'))).map(({path}) => path);
		expect(pathsOf(diff('src/other.ts', '-a\n+b'))).toEqual(['src/other.ts']);
		expect(pathsOf(diff('src/list.ts', ' context\n-worse\n+better'))).toEqual([]);
		expect(pathsOf(diff('src/list.ts', '-worse\n+best'))).toEqual(['src/list.ts']);
		expect(pathsOf(diff('src/list.ts', '-worse'))).toEqual([]);
	});
});

type PoolRow = {
	bot: string;
	login: string | null;
	body: string;
	url: string | null;
	path: string | null;
} & Record<'line' | 'start_line' | 'original_line' | 'original_start_line', number | null>;

const suggests = ({body}: {body: string}) =>
	readBlocks(body).some(block => block.kind === 'fence' && isSuggestion(block));

function postedIn(comment: Pick<CorpusComment, 'path' | 'body' | 'line' | 'original_line'> & Omit<PoolRow, 'path'>) {
	const end = comment.line ?? comment.original_line ?? 1;
	const start = comment.start_line ?? comment.original_start_line ?? end;
	const {body, path, login} = comment;
	return {body, path, start: Math.min(start, end), end, login, isBot: comment.bot !== 'human'};
}

// Without the recorded comments beside the project, which are not distributed with it, this is skipped.
describe.skipIf(!hasCorpus)('in recorded comments with a suggestion', () => {
	const cases = (['golden', 'pull'] as const).flatMap(kind =>
		readCases(kind).flatMap(({id, comments}) =>
			comments.map(comment => {
				const login = comment.user?.login.replace(/\[bot\]$/, '') ?? null;
				const isBot = comment.user?.type === 'Bot';
				return postedIn({...comment, login, bot: isBot ? 'bot' : 'human', url: `${kind} ${id} ${comment.id}`});
			}),
		),
	);
	const pool = readPool<PoolRow>().map(row => postedIn({...row, path: row.path ?? 'unknown'}));
	const all = [...cases, ...pool].filter(suggests);
	const asksForMore = (posted: Posted) =>
		findingsIn(posted).some(
			finding =>
				finding.changes.length > 0 && (furtherRequest(finding) !== null || furtherSketches(finding).length > 0),
		);

	test.each([
		['bots', true, 470],
		['people', false, 200],
	])('at most 3% of those of %s stay open because they ask for more', (_, isBot, least) => {
		const bodies = all.filter(posted => posted.isBot === isBot);
		expect(bodies.length).toBeGreaterThan(least);
		const open = bodies.filter(asksForMore);
		expect(open.length / bodies.length).toBeLessThanOrEqual(0.03);
	});
});
