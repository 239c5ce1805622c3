import createMarkdownIt from 'markdown-it';
import {describe, expect, test} from 'vitest';
import {readPullRequest} from '../../source/review/read.ts';
import {readingOf} from '../../source/review/whole-comment.ts';
import {commentLines} from '../../source/tui/text/comment-lines.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import {hasCorpus, readPool} from '../helpers/corpus.ts';
import {pullRequest, review, reviewComment, thread} from '../helpers/pull-request.ts';

type Recorded = {login: string | null; bot: string | null; body: string; path: string | null; diff_hunk: string | null};

describe.skipIf(!hasCorpus)('recorded comments', () => {
	const markdown = createMarkdownIt('default', {html: true});
	const named: Readonly<Record<string, string>> = {lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' '};

	/** The words on GitHub's page: without tags and comments, with the text of links and images, folds opened. */
	const visible = (body: string): string =>
		markdown
			.render(body)
			.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
			.replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, ' $1 ')
			.replace(/<\/?(?:a|b|code|del|em|i|kbd|s|strong|sub|sup)(?:\s[^<>]*)?>/gi, '')
			.replace(/<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>/gi, ' ')
			.replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => named[name]!);
	const wordsIn = (text: string): string[] =>
		text
			.toLowerCase()
			.replace(/\p{Extended_Pictographic}/gu, ' ')
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	const counted = (all: readonly string[]) => {
		const counts = new Map<string, number>();
		for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
		return counts;
	};
	const lost = (expected: readonly string[], shown: readonly string[]) => {
		const counts = counted(shown);
		return [...counted(expected)].filter(([each, count]) => (counts.get(each) ?? 0) < count);
	};
	const recorded = readPool<Recorded>();
	const posts = ({login, bot, body, path, diff_hunk: diffHunk}: Recorded) => {
		const name = login?.replace(/\[bot\]$/, '') ?? (bot === 'coderabbit' ? 'coderabbitai' : (bot ?? 'reviewer'));
		const author = {login: name, isBot: bot !== null};
		const comment = reviewComment(body, {author, diffHunk});
		return {
			thread: pullRequest({reviewThreads: [thread([comment], {path: path ?? 'file.txt'})]}),
			review: pullRequest({reviews: [review(body, {author})]}),
		};
	};
	/** All that the findings of a comment show with open folds. */
	const shownOf = (row: Recorded, as: 'thread' | 'review', width: number) =>
		readPullRequest(posts(row)[as])
			.findings.flatMap(finding =>
				commentLines(readingOf(finding), {
					width,
					symbols: symbolsFor(true),
					folds: {areOpen: true, chosen: new Map()},
					placeOf: null,
				}),
			)
			.map(textOf)
			.join('\n');

	test.each(['thread', 'review'] as const)('lose no visible word in a %s', as => {
		expect(recorded).toHaveLength(1678);
		for (const row of recorded) {
			expect([row.body, lost(wordsIn(visible(row.body)), wordsIn(shownOf(row, as, 3000)))]).toEqual([row.body, []]);
		}
	});

	test('lose no letter in a narrow window', () => {
		for (const row of recorded) {
			const {body} = row;
			const [expected, shown] = [visible(body), shownOf(row, 'thread', 46)].map(text =>
				wordsIn(text).join('').split(''),
			);
			expect([body, lost(expected!, shown!)]).toEqual([body, []]);
		}
	});
});
