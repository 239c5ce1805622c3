import createMarkdownIt from 'markdown-it';
import {readPullRequest} from '../../source/review/read.ts';
import {readingOf} from '../../source/review/whole-comment.ts';
import {commentLines} from '../../source/tui/text/comment-lines.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import {pullRequest, review, reviewComment, thread} from './pull-request.ts';

/** A comment as the corpus has it. */
export type RecordedComment = {
	login: string | null;
	bot: string | null;
	body: string;
	path: string | null;
	diff_hunk: string | null;
};

const markdown = createMarkdownIt('default', {html: true});
const named: Readonly<Record<string, string>> = {lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' '};

/** The text on GitHub's page: without tags and comments, with the text of links and images, folds opened. */
export const textOnPage = (body: string): string =>
	markdown
		.render(body)
		.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
		.replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, ' $1 ')
		.replace(/<\/?(?:a|b|code|del|em|i|kbd|s|strong|sub|sup)(?:\s[^<>]*)?>/gi, '')
		.replace(/<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>/gi, ' ')
		.replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => named[name]!);

/** The text that the findings of a comment show in the app, folds opened. */
export const textOnScreen = (row: RecordedComment, kind: 'thread' | 'review', width: number): string =>
	readPullRequest(posted(row, kind))
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

function posted({login, bot, body, path, diff_hunk: diffHunk}: RecordedComment, kind: 'thread' | 'review') {
	const name = login?.replace(/\[bot\]$/, '') ?? (bot === 'coderabbit' ? 'coderabbitai' : (bot ?? 'reviewer'));
	const author = {login: name, isBot: bot !== null};
	const comment = reviewComment(body, {author, diffHunk});
	return kind === 'thread'
		? pullRequest({reviewThreads: [thread([comment], {path: path ?? 'file.txt'})]})
		: pullRequest({reviews: [review(body, {author})]});
}

export const wordsWithin = (text: string): string[] =>
	text
		.toLowerCase()
		.replace(/\p{Extended_Pictographic}/gu, ' ')
		.match(/[\p{L}\p{N}]+/gu) ?? [];

/** What is there more often than it is shown, with how often it is missing. */
export function missingFrom(shown: readonly string[], there: readonly string[]): [string, number][] {
	const counts = counted(shown);
	return [...counted(there)].flatMap(([each, count]): [string, number][] => {
		const missing = count - (counts.get(each) ?? 0);
		return missing > 0 ? [[each, missing]] : [];
	});
}

function counted(all: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
	return counts;
}
