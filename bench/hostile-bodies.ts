import type {PullRequest} from '../source/review/comment.ts';
import {dialects} from '../source/review/dialects/registry.ts';
import {readPullRequest} from '../source/review/read.ts';
import {wordsOf} from '../source/review/words.ts';
import {commentLines} from '../source/tui/text/comment-lines.ts';
import {symbolsFor} from '../source/tui/theme.ts';
import {comment, pullRequest, review, reviewComment, thread} from '../test/helpers/pull-request.ts';

const fence = '```';

/** Parts to repeat: blanks, openers without an end, marks that readers search for. */
const pumps: readonly string[] = [
	...[' ', '\t', '\u00a0', '\n', '\r', '\u2028', '\u200b', 'a\u200b', ' \u200b', '\0', 'a', '0', '🎉', 'a b ', '. '],
	...['[', '![', '](', '[a](', '[a](b ', '[](', '[a]: b\n', ']', '(', ')', '{', '}', '[{', '[a][b]', '![a](b)'],
	...['<', '<a ', '<a b=', '<a b="c" ', '<!--', '<!-- ', '<!-- a -->', '-->', '<?', '<![CDATA[', '<!A ', '</b>', '<b>'],
	...[
		'*',
		'**',
		'*a ',
		'a**b',
		'_',
		'__',
		'a_',
		'*_',
		'~',
		'~~',
		'`',
		'``',
		'`a` ',
		'`a`',
		'"',
		"'",
		'\\',
		'|',
		'|a|\n|-|\n',
	],
	...[
		'&',
		'&amp;',
		'&#65;',
		'&#',
		'#',
		'\n# ',
		'\n\n# a\n\n',
		'\n- ',
		'\n1. ',
		'> ',
		'\n> ',
		'=\n',
		'-\n',
		'\n\na\n\n---\n\n',
	],
	...[
		'<details>',
		'</details>',
		'<summary>',
		'<details>\n<summary>',
		'<details>\n\na\n\n',
		'<pre>',
		'<pre>\n',
		'<td>a</td>',
	],
	...[
		'@a ',
		'`@a` ',
		'`@a',
		'a/b.ts:1 ',
		'`a.ts:1-2`: ',
		', lines 1',
		'1-2, ',
		'/',
		'.',
		':',
		'$',
		'%',
		'https://a.b/c ',
	],
	...[
		'![P1 Badge](https://x)',
		'alt="P1"',
		' [1-2',
		', importance: 5]',
		'**Suggestion:** \u2028',
		'option 1:\n\n',
		'or ',
	],
	...['ignore ', 'AI, ', 'send ', 'curl ', 'prompt ', 'P1: ', '✅ ', ' comments', ' (', '_a_ | ', 'thanks '],
	...[
		`\n${fence}\n`,
		`\n${fence}diff\n-a\n+b\n${fence}\n`,
		`\n${fence}suggestion\na\n${fence}\n`,
		'\n@@\n-a\n+b',
		'\n    a',
	],
];

/** Places that the reader of a format examines; `%` is replaced by the repeated part. */
const frames: readonly string[] = [
	...['%', 'a%x', '# %', '> %', '- %', '**%', '_%', '`%', '<!-- %', '<a %', '[a](%', 'Change this:\n%'],
	...[
		`${fence}suggestion\n%`,
		`${fence}diff\n-%\n+a`,
		`${fence}diff\n%`,
		`${fence}ts\n%`,
		'<details><summary>%',
		'<pre>%',
	],
	...['**Claude finished @a**\n\n## a/b.ts:1 %', '**Claude finished @a**\n\n## [High] %\n\na/b.ts:1\n\nWrong.'],
	'## CodeQL / %\n\nfoo\n\n[Show more details](https://github.com/o/r/security/code-scanning/1)',
	...['**<sub><sub>![P1 Badge](https://x/y)</sub></sub> %', '**![P1 Badge](%', 'https://github.com/o/r/blob/%'],
	...['_⚠️ Potential issue_ | _🟠 Major_\n\n**%**\n\nWrong.', '_%_\n\nWrong.', '_🟠 Major_\n\nAlso applies to: %'],
	'**Actionable comments posted: 1**\n\n<details>\n<summary>🧹 Nitpick comments (1)</summary>\n\n<details>\n<summary>a.ts (1)</summary>\n\n`1-2`: **%**',
	'<!-- This is an auto-generated comment: review paused by coderabbit.ai -->\n\n## Reviews paused\n\n%',
	...['<!-- <consolidated_sites><site><file>%', '✅ Addressed in commit %'],
	...['![high](https://www.gstatic.com/codereviewagent/high.svg) %', '## Summary of Changes%'],
	...[
		'<img alt="P1" %',
		'**logic:** %',
		'`a/b.ts`, line 1 (%',
		'<details><summary>Additional Comments (1)</summary>\n\n`a/b.ts`, line 1\n\n%',
	],
	...['**issue (%', '**suggestion (performance):** %', 'Hey, high level feedback:\n- %'],
	...['### %\n\n**High Severity**\n\nWrong.', '### a\n\n**High Severity**\n\n<!-- LOCATIONS START\n%\n-->'],
	...[
		'**Suggestion:** % [bug, importance: 5]',
		'**Suggestion:** a [%, importance: 5]',
		'## PR Code Suggestions\n\n<td rowspan=1>%',
	],
	'## PR Code Suggestions\n\n<details><summary>a</summary>\n\n[a.ts [1-2]](https://x)\n\n%',
	'<h3>Code Review by Qodo</h3>\n\n<details><summary>1. % 🐞 Bug</summary>\n\nWrong.',
	...['🟠 **High** `a.ts:1`\n\n%', '🟠 **High** `%:1`', '<details><summary>Also found in</summary>\n\n`%'],
	...[
		'**P1:** %',
		'<!-- metadata:{"confidence":%',
		'🚫 **[%',
		'<sub>reported by [reviewdog](%',
		'issue (%): a',
		'issue: %',
	],
	...['> [!NOTE]\n> **Looks good to me%', '## [![Quality Gate Failed](%', '<!--\n 0 Errors%', 'You are %', 'LGTM %'],
];

/** Possible authors: the reader of a comment depends on its author, else on marks in its text. */
const logins: readonly (string | null)[] = [null, ...dialects.flatMap(({logins}) => logins.slice(0, 1))];

const kinds = ['thread', 'review', 'comment'] as const;

type Kind = (typeof kinds)[number];

/** A body that repeats one part at a place that a reader examines. */
export type HostileBody = {name: string; write: (length: number) => PullRequest};

/** All parts at all places; logins and kinds of comments alternate. */
export const hostileBodies = (): HostileBody[] =>
	pumps.flatMap((pump, row) =>
		frames.map((frame, column) =>
			hostileBody(pump, frame, logins[(row + column) % logins.length]!, kinds[(row + 2 * column) % kinds.length]!),
		),
	);

/** @param frame contains `%` for the repeated part */
export const hostileBody = (pump: string, frame: string, login: string | null, kind: Kind): HostileBody => ({
	name: `${JSON.stringify(pump)} in ${JSON.stringify(frame)} in a ${kind} by ${login ?? 'anybody'}`,
	write: length =>
		posted(
			kind,
			login,
			frame.replace('%', () => repeated(pump, length - frame.length)),
		),
});

const repeated = (pump: string, length: number) => pump.repeat(Math.max(0, Math.floor(length / pump.length)));

function posted(kind: Kind, login: string | null, body: string): PullRequest {
	const by = login === null ? {} : {author: {login, isBot: true}};
	if (kind === 'review') return pullRequest({reviews: [review(body, by)]});
	if (kind === 'comment') return pullRequest({comments: [comment(body, by)]});
	return pullRequest({reviewThreads: [thread([reviewComment(body, {...by, diffHunk: '@@ -1 +1 @@\n+a'})])]});
}

/** What a run reads of a pull request for its plan, its screens and a model. */
export function readAll(pullRequest: PullRequest): void {
	for (const {blocks} of readPullRequest(pullRequest).findings) {
		wordsOf(blocks);
		commentLines(blocks, {
			width: 60,
			symbols: symbolsFor(true),
			folds: {areOpen: true, chosen: new Map()},
			placeOf: null,
		});
	}
}
