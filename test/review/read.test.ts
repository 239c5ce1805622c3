import {describe, expect, test} from 'vitest';
import {association} from '../../source/github/vocabulary.ts';
import type {PullRequest, ReviewComment, ReviewThread} from '../../source/review/comment.ts';
import type {Finding} from '../../source/review/finding.ts';
import {readPullRequest} from '../../source/review/read.ts';
import {bot, comment, person, pullRequest, review, reviewComment, suggestion, thread} from '../helpers/pull-request.ts';

const read = (fields: Partial<PullRequest>) => readPullRequest(pullRequest(fields));

const readThread = (...reviewThreads: ReviewThread[]): Finding[] => read({reviewThreads}).findings;

const fix = suggestion('fixed');

describe('a suggestion in a thread', () => {
	test('is a change of its lines', () => {
		const [finding] = readThread(
			thread([reviewComment(`Better:\n\n${fix}`, {id: '7', diffHunk: '@@ -1 +1 @@\n+x'})], {line: 5, startLine: 4}),
		);
		expect(finding).toMatchObject({
			source: {kind: 'thread', threadId: 'PRRT_1', commentId: '7'},
			title: 'Better:',
			path: 'file.txt',
			lines: {start: 4, end: 5},
			disposition: null,
			changes: [
				{
					from: 'suggestion',
					path: 'file.txt',
					original: {commit: 'head', start: 4, end: 5},
					current: {commit: 'head', start: 4, end: 5},
					diffHunk: '@@ -1 +1 @@\n+x',
					replacement: ['fixed'],
					confidence: 1,
				},
			],
		});
	});

	test('on one line starts where it ends', () => {
		const [finding] = readThread(thread([fix], {line: 9}));
		expect(finding!.changes[0]!.original).toEqual({commit: 'head', start: 9, end: 9});
	});

	test('keeps the lines it was written on apart from its lines today', () => {
		const [finding] = readThread(
			thread([reviewComment(fix, {originalCommit: 'old'})], {
				line: 9,
				originalLine: 3,
				originalStartLine: 2,
				startLine: 8,
			}),
		);
		expect(finding!.changes[0]).toMatchObject({
			original: {commit: 'old', start: 2, end: 3},
			current: {commit: 'head', start: 8, end: 9},
		});
		expect(finding!.lines).toEqual({start: 8, end: 9});
	});

	test('that is outdated has only the lines it was written on', () => {
		const [finding] = readThread(
			thread([reviewComment(fix, {originalCommit: 'old'})], {line: null, originalLine: 3, isOutdated: true}),
		);
		expect(finding!.disposition).toBeNull();
		expect(finding!.changes[0]).toMatchObject({original: {commit: 'old', start: 3, end: 3}, current: null});
		expect(finding!.lines).toEqual({start: 3, end: 3});
	});

	test('that is outdated has no lines today, even if a line is given', () => {
		const [finding] = readThread(thread([fix], {line: 3, isOutdated: true}));
		expect(finding!.changes[0]!.current).toBeNull();
	});

	test('without original lines has its lines today', () => {
		const [finding] = readThread(thread([fix], {line: 3, originalLine: null}));
		expect(finding!.changes[0]!.original).toMatchObject({start: 3, end: 3});
	});

	test('offers several blocks as options for the same lines', () => {
		const [finding] = readThread(thread([`${suggestion('a')}\n\n${suggestion('b')}`]));
		expect(finding!.changes.map(({replacement, isOption}) => [replacement, isOption])).toEqual([
			[['a'], true],
			[['b'], true],
		]);
	});

	test('of a reply counts', () => {
		const findings = readThread(thread(['What about this?', reviewComment(fix, {replyTo: '1'})]));
		expect(findings.map(({changes}) => changes.length)).toEqual([0, 1]);
	});

	test('of a deleted account counts', () => {
		const [finding] = readThread(thread([reviewComment(fix, {author: null, authorAssociation: association('NONE')})]));
		expect(finding).toMatchObject({author: null, authorAssociation: association('NONE'), disposition: null});
		expect(finding!.changes).toHaveLength(1);
	});
});

describe('a comment without a change has a reason', () => {
	type Case = [string, ReviewThread, NonNullable<Finding['disposition']>['outcome'], RegExp];
	const cases: Case[] = [
		['resolved', thread([fix], {isResolved: true}), 'not-actionable', /resolved/],
		['pending', thread([reviewComment(fix, {state: 'pending'})]), 'not-actionable', /pending/],
		['minimised', thread([minimised('SPAM')]), 'not-actionable', /hidden.*spam/],
		['minimised for no given reason', thread([minimised(null)]), 'not-actionable', /hidden on the pull request$/],
		['on a file', thread([fix], {subjectType: 'file', line: 1}), 'needs-person', /whole file/],
		['on deleted lines', thread([fix], {diffSide: 'old'}), 'needs-person', /deleted lines/],
		[
			'starting on deleted lines',
			thread([fix], {line: 4, startLine: 2, startDiffSide: 'old'}),
			'needs-person',
			/deleted/,
		],
		['on no line', thread([fix], {line: null, originalLine: null, isOutdated: true}), 'needs-person', /not on a line/],
		[
			'on lines in reverse',
			thread([fix], {line: 6, startLine: 9}),
			'needs-person',
			/starts on line 9 and ends on line 6/,
		],
		['on lines in reverse once', thread([fix], {originalLine: 6, originalStartLine: 9}), 'needs-person', /line 9/],
		['unclosed', thread(['```suggestion\nfixed']), 'needs-person', /not closed/],
		['with a NUL', thread(['```suggestion\n\0\n```']), 'needs-person', /NUL/],
		['flawed in one of two blocks', thread([`${fix}\n\n\`\`\`suggestion\nx`]), 'needs-person', /not closed/],
		['prose', thread(['Rename this.']), 'needs-model', /in words/],
		['prose on a file', thread(['Split this.'], {subjectType: 'file', line: null}), 'needs-model', /in words/],
		['a reply in prose', thread([reviewComment('Done.', {replyTo: '1'})]), 'not-actionable', /reply/],
		['empty', thread([' \r\n']), 'not-actionable', /empty/],
	];
	test.each(cases)('%s', (_, given, outcome, reason) => {
		const findings = readThread(given);
		expect(findings).toHaveLength(1);
		expect(findings[0]!.changes).toEqual([]);
		expect(findings[0]!.disposition).toMatchObject({outcome, reason: expect.stringMatching(reason)});
	});

	function minimised(minimizedReason: string | null): ReviewComment {
		return reviewComment(fix, {isMinimized: true, minimizedReason});
	}

	test('lines in reverse are shown in order', () => {
		expect(readThread(thread(['Why?'], {line: 6, startLine: 9}))[0]!.lines).toEqual({start: 6, end: 9});
	});

	test('a comment on a whole file has no lines', () => {
		expect(readThread(thread(['Split this.'], {subjectType: 'file', line: 1}))[0]!.lines).toBeNull();
	});
});

describe('texts beside the diff', () => {
	test('review bodies and issue comments are findings without a place', () => {
		const {findings} = read({
			reviews: [review('Please add tests.')],
			comments: [comment('Rename it.'), comment('Nice work.')],
		});
		expect(
			findings.map(({source, path, lines, disposition}) => [source.kind, path, lines, disposition!.outcome]),
		).toEqual([
			['review', null, null, 'needs-model'],
			['comment', null, null, 'needs-model'],
			['comment', null, null, 'not-actionable'],
		]);
	});

	test('empty ones are no findings', () => {
		expect(read({reviews: [review(''), review(' \n')], comments: [comment('')]}).findings).toEqual([]);
	});

	test('a suggestion among them names no lines', () => {
		const {findings} = read({reviews: [review(fix)], comments: [comment(fix)]});
		expect(findings.map(({disposition}) => disposition!.outcome)).toEqual(['needs-person', 'needs-person']);
		expect(findings.flatMap(({changes}) => changes)).toEqual([]);
	});

	test('pending and hidden ones are not actionable', () => {
		const {findings} = read({
			reviews: [review('Later.', {state: 'pending'})],
			comments: [comment('Buy!', {isMinimized: true, minimizedReason: 'SPAM'})],
		});
		expect(findings.map(({disposition}) => disposition!.outcome)).toEqual(['not-actionable', 'not-actionable']);
	});
});

describe('the commit that a body names', () => {
	const commit = '0123456789abcdef0123456789abcdef01234567';
	const greptile = (link: string) =>
		`<details><summary><h3>Additional Comments (1)</h3></summary>\n\n1. \`src/a.ts\`, line 4 ([link](https://github.com/o/r/blob/${link}/src/a.ts#L4))\n\n**logic:** Wrong.\n\n${fix}\n</details>`;

	test('is that in which the lines of its suggestion count', () => {
		const [finding] = read({comments: [comment(greptile(commit), {author: bot('greptile-apps')})]}).findings;
		expect(finding!.changes[0]!.original).toEqual({commit, start: 4, end: 4});
	});

	test.each(['main', '0123456', `${commit}0`])('%s is no whole id', name => {
		const [finding] = read({comments: [comment(greptile(name), {author: bot('greptile-apps')})]}).findings;
		expect(finding!.changes[0]!.original.commit).toBeNull();
	});

	test('has more than its review', () => {
		const body = `### 💡 Codex Review\n\nhttps://github.com/o/r/blob/${commit}/src/a.ts#L4\n**![P2 Badge](https://x)  Fix**\n\n\`\`\`diff\n-a\n+b\n\`\`\``;
		const reviews = [review(body, {author: bot('chatgpt-codex-connector'), commit: 'other'})];
		expect(read({reviews}).findings[0]!.sketches[0]!.commit).toBe(commit);
	});

	test('gives way to the lines of the code host if the comment has a thread', () => {
		const body = `https://github.com/o/r/blob/${commit}/src/a.ts#L4\n**![P2 Badge](https://x)  Fix**\n\n${fix}`;
		const author = bot('chatgpt-codex-connector');
		const [finding] = readThread(thread([reviewComment(body, {author, originalCommit: 'seen'})]));
		expect(finding!.changes[0]!.original.commit).toBe('seen');
	});
});

describe('what is not in the API', () => {
	const copilot = bot('copilot-pull-request-reviewer');
	const overview = (count: number) =>
		review(
			`## Pull request overview\n\nCopilot reviewed 2 out of 2 changed files in this pull request and generated ${count} comments.`,
			{author: copilot},
		);
	const posted = (login: string) => thread([reviewComment('Wrong.', {author: bot(login)})]);

	test('comments that a reviewer claims to have posted and that are missing', () => {
		const {notInApi} = read({reviews: [overview(2), overview(1)], reviewThreads: [posted('Copilot')]});
		expect(notInApi).toEqual([expect.stringMatching(/^copilot .*3 comments on lines, but the pull request has 1/)]);
	});

	test('nothing where all came, replies not counted', () => {
		const answer = reviewComment('Done.', {author: copilot, replyTo: '1'});
		const reviewThreads = [posted('Copilot'), thread([reviewComment('No.', {author: copilot}), answer])];
		expect(read({reviews: [overview(2)], reviewThreads}).notInApi).toEqual([]);
		expect(read({reviews: [overview(3)], reviewThreads}).notInApi).toHaveLength(1);
	});

	test('issues that only a page of the reviewer lists', () => {
		const body = '## [![Quality Gate Failed](https://sonarsource.github.io/b.png)](https://x) **Failed**';
		const comments = [comment(body, {author: bot('sonarqubecloud')}), comment(body, {author: bot('sonarqubecloud')})];
		expect(read({comments}).notInApi).toEqual([expect.stringContaining('sonarqube: the quality gate failed')]);
	});
});

test('a suggestion that may not be what its reviewer meant needs a person', () => {
	const body = '_🟠 Major_\n\n**Fix.**\n\n```suggestion\n`@import` "a.css";\n```';
	const written = (diffHunk: string) =>
		readThread(thread([reviewComment(body, {author: bot('coderabbitai'), diffHunk})]))[0]!;
	expect(written('@@ -1 +1 @@\n+x').disposition).toMatchObject({
		outcome: 'needs-person',
		reason: expect.stringContaining('@import'),
	});
	expect(written('@@ -1 +1 @@\n+@import "b.css";').changes[0]!.replacement).toEqual(['@import "a.css";']);
});

test('old and new code in a prompt for a model is no change of its own', () => {
	const pair = 'Before:\n\n```ts\na()\n```\n\nAfter:\n\n```ts\nb()\n```';
	const prompt = `<details><summary>Prompt for AI Agents</summary>\n\n${pair}\n\n</details>`;
	expect(readThread(thread([`Call b.\n\n${prompt}`]))[0]!.sketches).toEqual([]);
	expect(readThread(thread([`${pair}\n\n${prompt}`]))[0]!.sketches).toHaveLength(1);
});

describe('nothing is missed', () => {
	test('every comment with a text gives a finding, in the order of the pull request', () => {
		const {findings, warnings} = read({
			reviewThreads: [
				thread([reviewComment('one', {id: 'a'}), reviewComment('two', {id: 'b', replyTo: 'a'})]),
				thread([reviewComment(fix, {id: 'c'})]),
			],
			reviews: [review('three', {id: 'd'})],
			comments: [comment('four', {id: 'e'})],
		});
		expect(findings.map(({source}) => source.commentId)).toEqual(['a', 'b', 'c', 'd', 'e']);
		expect(findings.every(({changes, disposition}) => (changes.length === 0) === (disposition !== null))).toBe(true);
		expect(warnings).toEqual([]);
	});

	test('a comment that came twice is read once, with a warning', () => {
		const twice = reviewComment(fix, {id: '5'});
		const {findings, warnings} = read({reviewThreads: [thread([twice]), thread([twice])]});
		expect(findings).toHaveLength(1);
		expect(warnings).toEqual([{kind: 'repeated-comment', commentId: '5', text: expect.any(String)}]);
	});

	test('the same request by one reviewer on the same lines is one finding with both comments', () => {
		const findings = readThread(thread([reviewComment(fix, {id: '1'})]), thread([reviewComment(fix, {id: '2'})]));
		expect(findings).toHaveLength(1);
		expect(findings[0]).toMatchObject({source: {commentId: '1'}, alsoTold: [{commentId: '2'}]});
	});

	test.each([
		['other code', suggestion('other'), {}],
		['other lines', fix, {line: 9, originalLine: 9}],
	])('two comments with %s are two findings', (_, body, fields) => {
		const findings = readThread(
			thread([reviewComment(fix, {id: '1'})]),
			thread([reviewComment(body, {id: '2'})], fields),
		);
		expect(new Set(findings.flatMap(({changes}) => changes.map(({id}) => id))).size).toBe(2);
	});
});

describe('ids', () => {
	const idsOf = (body: string, fields: Partial<ReviewThread> = {}) => {
		const [finding] = readThread(thread([reviewComment(body, {id: '1'})], fields));
		return {finding: finding!.id, change: finding!.changes[0]?.id, body: finding!.bodyHash};
	};
	const base = idsOf(fix, {line: 3});

	test('are the same in every run', () => expect(idsOf(fix, {line: 3})).toEqual(base));

	test('of a change follow the edit, the hash follows the body', () => {
		const edited = idsOf(suggestion('other'), {line: 3});
		expect(edited.finding).toBe(base.finding);
		expect(edited.change).not.toBe(base.change);
		expect(edited.body).not.toBe(base.body);
	});

	test('are the same after a push that moves the comment', () => {
		expect(idsOf(fix, {line: 30, originalLine: 3})).toEqual(base);
		expect(idsOf(fix, {line: null, originalLine: 3, isOutdated: true})).toEqual(base);
	});

	test('distinguishes a deletion from an empty line', () => {
		const [deletion, blank] = [suggestion(), suggestion('', '')].map(body => idsOf(body).change);
		expect(deletion).not.toBe(blank);
	});
});

describe('authors and titles', () => {
	test('bots and people are distinguished', () => {
		const findings = readThread(
			thread([reviewComment(fix, {author: bot('coderabbitai')})]),
			thread([reviewComment(fix, {author: person('coderabbitai')})]),
		);
		expect(findings.map(({author}) => author!.isBot)).toEqual([true, false]);
	});

	test.each<[string, string]>([
		[fix, 'Suggested change'],
		['---\n\n**Fix** the `loop`\nmore', 'Fix the loop'],
		['![x](y)\n\nA _note_', 'A note'],
		['_Potential issue_ | _Minor_\n\n**Fix it.**', 'Fix it.'],
		[`${'word '.repeat(40)}`, `${'word '.repeat(19).trim()}…`],
		['💡 🎉\n\nReal words', 'Real words'],
		['> [!NOTE]\n> ## Boxed words\n>\n> more', 'Boxed words'],
		['> [!WARNING]\n> More words', 'More words'],
		['This fails when i < n and j > m', 'This fails when i < n and j > m'],
		['<!-- x -->visible text', 'visible text'],
		[`text <!-- ${'x '.repeat(2000)} -->`, 'text'],
		[`<b></b><!-- ${'x '.repeat(2000)} --> text`, 'text'],
		['🎉 👍', '🎉 👍'],
		['**Two\nlines**', 'Two'],
		['![shot](https://example.com/a.png)', 'Comment without text'],
		['```ts\na()\n```', 'Comment without text'],
		['```diff\n-a\n+b\n```', 'Suggested change'],
	])('the title of %j is %j', (body, title) => expect(readThread(thread([body]))[0]!.title).toBe(title));
});

test.each([
	['claude', '**Claude finished @a**\n\n## TITLE src/a.ts:1\n\nWrong.'],
	[
		'github-advanced-security',
		'## CodeQL / TITLE\n\nWrong.\n\n[Show more details](https://github.com/o/r/security/code-scanning/1)',
	],
	['cursor', '### TITLE\n\n**High Severity**\n\nWrong.'],
	['chatgpt-codex-connector', '**![P1 Badge](https://x/y) TITLE**\n\nWrong.'],
	['coderabbitai', '_🟠 Major_\n\n**TITLE**\n\nWrong.'],
])('the title that %s names has a bound', (login, body) => {
	const titleOf = (title: string) =>
		read({comments: [comment(body.replace('TITLE', title), {author: bot(login)})]}).findings[0]!.title;
	expect(titleOf('Fix this')).toContain('Fix this');
	expect(titleOf('word '.repeat(10_000)).length).toBeLessThanOrEqual(200);
});

test('a thread, a review and an issue comment may have the same id', () => {
	const {findings, warnings} = readPullRequest(
		pullRequest({
			reviewThreads: [thread([reviewComment('Why?', {id: '7'})])],
			reviews: [review('Please look again.', {id: '7'})],
			comments: [comment('And once more.', {id: '7'})],
		}),
	);
	expect(new Set(findings.map(({id}) => id)).size).toBe(3);
	expect(warnings).toEqual([]);
});

test('a comment that is a command to pr-resolve asks for no change', () => {
	const outcomesOf = (...bodies: string[]) =>
		read({comments: bodies.map((body, index) => comment(body, {id: `${index}`}))}).findings.map(
			({disposition}) => disposition?.reason,
		);
	const command = 'a command to pr-resolve';
	expect(outcomesOf('/pr-resolve', '/PR-resolve only a\n\nThanks!')).toEqual([command, command]);
	expect(outcomesOf('/pr-resolvefoo', 'Try /pr-resolve.')).not.toContain(command);
});
