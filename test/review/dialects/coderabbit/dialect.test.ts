import {readFileSync} from 'node:fs';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Post, Reading} from '../../../../source/review/dialect.ts';
import {coderabbit} from '../../../../source/review/dialects/coderabbit/dialect.ts';
import {readBlocks} from '../../../../source/review/markdown.ts';

const at = (path: string, start: number, end: number) => ({path, lines: {start, end}});

function read(kind: Post['kind'], body: string, diffHunk: string | null = null): Reading | null {
	const place = kind === 'thread' ? at('src/cart.ts', 12, 12) : null;
	return coderabbit.read({kind, body, blocks: readBlocks(body), author: null, place, diffHunk});
}

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/review/${name}.md`, import.meta.url), 'utf8');

const inline = (body: string) => read('thread', body)?.remarks[0];

const textsOf = (blocks: Reading['remarks'][number]['blocks'] = []) =>
	blocks.map(block =>
		block.kind === 'fence' ? `${block.info}: ${block.lines.join('\n')}` : 'text' in block && block.text,
	);

describe('a comment in a thread', () => {
	const remark = inline(fixture('coderabbit-inline'));

	test('has severity, category and further places', () => {
		expect(remark).toMatchObject({
			title: 'Round total once, at the end.',
			severity: {level: 'major', raw: 'Major'},
			category: 'functional correctness',
			place: null,
			idle: null,
		});
		expect(remark?.alsoAt).toEqual([at('src/cart.ts', 65, 83), at('src/cart.ts', 90, 90), at('src/__init__.py', 3, 5)]);
	});

	test('keeps the finding, its diff and its suggestion, and nothing else', () => {
		expect(textsOf(remark?.blocks)).toEqual([
			'**Round `total` once, at the end.**',
			'Rounding every line adds up to a cent of error per item.',
			'diff: -\ttotal += Math.round(item.price);\n+\ttotal += item.price;',
			'Also applies to: 65-83, 90',
			'suggestion: \ttotal += item.price;',
		]);
	});

	test.each([
		['_⚠️ Potential issue_ | _🔴 Critical_', 'critical', 'Critical', 'potential issue'],
		['_🛠️ Refactor suggestion_ | _🟡 Minor_ | _💤 Low value_', 'minor', 'Minor', 'refactor suggestion'],
		['_🧹 Nitpick_ | _🔵 Trivial_', 'trivial', 'Trivial', 'nitpick'],
		['_🧹 Nitpick_ | _🟡 Minor_', 'minor', 'Minor', 'nitpick'],
		['_🧹 Nitpick (assertive)_', 'trivial', 'Nitpick', 'nitpick'],
		['_:broom: Nitpick_', 'trivial', 'Nitpick', 'nitpick'],
		['_:hammer_and_wrench: Refactor suggestion_', undefined, undefined, 'refactor suggestion'],
		['_🔒 Security & Privacy_ | _⚪ Info_', 'trivial', 'Info', 'security & privacy'],
		['_🟠 Major_', 'major', 'Major', null],
	])('%s', (header, level, raw, category) => {
		const remark = inline(`${header}\n\n**Title**\n\nText`);
		expect(remark?.severity?.level).toBe(level);
		expect(remark?.severity?.raw).toBe(raw);
		expect(remark?.category).toBe(category);
		expect(remark?.title).toBe('Title');
	});

	test.each([
		['Addressed in commit abf8450', 'addressed in abf8450'],
		['Addressed in commits f30da19 to 901feb1', 'addressed in f30da19 to 901feb1'],
		['Confirmed as addressed by @someone', 'confirmed as addressed by @someone'],
	])('%s', (tail, idle) => {
		const remark = inline(`${fixture('coderabbit-inline')}\n✅ ${tail}\n`);
		expect(remark?.idle).toBe(idle);
		expect(textsOf(remark?.blocks)).toHaveLength(5);
	});

	test('two findings in one comment', () => {
		const body = '_🟠 Major_\n\n**A**\n\n---\n\nStill A.\n\n---\n\n_🧹 Nitpick_\n\n**B**';
		expect(read('thread', body)?.remarks).toMatchObject([
			{key: '0', title: 'A', severity: {level: 'major'}},
			{key: '1', title: 'B', severity: {level: 'trivial'}},
		]);
	});

	test('a tail in the middle of the text closes nothing', () => {
		expect(inline('_🟠 Major_\n\n✅ Addressed in commit abf8450\n\nBut look.')?.idle).toBeNull();
	});

	test.each([
		['Thank you!\n\n<!-- <review_comment_addressed> -->', 'a reply: the comment is addressed'],
		['You are right.\n\n<!-- <review_comment_withdrawn> -->', 'a reply: the comment is withdrawn'],
		['Could you push?\n\n<!-- This is an auto-generated reply by CodeRabbit -->', 'a reply'],
		['_🟠 Major_\n\n**A**\n\n<!-- <review_comment_addressed> -->', 'marked as addressed'],
	])('%j', (body, idle) => expect(inline(body)?.idle).toBe(idle));

	test.each(['', 'Just words.', '_emphasis_\n\nwords', '_a_ | b\n\nwords', '<!-- x -->', '```suggestion\na\n```'])(
		'%j is none of its own',
		body => expect(read('thread', body)).toBeNull(),
	);

	test('without a title in bold, the title is left to the general reader', () => {
		expect(inline('_🟠 Major_\n\nPlain words.')).toMatchObject({title: null, idle: null});
	});

	test('a title that holds stars', () => {
		expect(inline('_🟠 Major_\n\n**Match `src/**/*.ts` too.**\n\nText')?.title).toContain('too.');
		expect(inline('_🟠 Major_\n\n**Title.** And on.')?.title).toBe('Title.');
	});
});

describe('code marks around words with an at-sign', () => {
	const fixed = (info: string, line: string) => `_🟠 Major_\n\n**Fix.**\n\n\`\`\`${info}\n${line}\n\`\`\``;
	const fenceIn = (body: string, hunk: string | null) =>
		read('thread', body, hunk)?.remarks[0]?.blocks.find(block => block.kind === 'fence');

	test.each([
		['at the start', '`@import` "a.css";', '@@ -1 +1 @@\n+@import "b.css";', '@import "a.css";'],
		['with dots and an argument', '`@router.get`("/a")', '@@ -1 +1,2 @@\n @router.get("/b")\n+x', '@router.get("/a")'],
		['inside of a line', 'publish `@scope/pkg` -y', '@@ -1 +1 @@\n+publish @scope/pkg', 'publish @scope/pkg -y'],
	])('are taken away where the file shows the word without them: %s', (_, line, hunk, mended) => {
		expect(fenceIn(fixed('suggestion', line), hunk)).toMatchObject({lines: [mended]});
		expect(fenceIn(fixed('suggestion', line), hunk)).not.toHaveProperty('doubt');
		expect(fenceIn(fixed('diff', `+${line}`), hunk)).toMatchObject({lines: [`+${mended}`]});
	});

	test('stay where the file has them', () => {
		const fence = fenceIn(fixed('suggestion', 'Use `@a/b` now.'), '@@ -1 +1 @@\n+Use `@a/b`.');
		expect(fence).toMatchObject({lines: ['Use `@a/b` now.']});
		expect(fence).not.toHaveProperty('doubt');
	});

	test.each([
		['the word is new', '@@ -1 +1 @@\n+x'],
		['it was on a deleted line', '@@ -1 +1 @@\n-@a/b\n+x'],
		['it is part of a longer word', '@@ -1 +1 @@\n+@a/bc me@a/b'],
		['nothing of the file is known', null],
	])('make a suggestion doubtful: %s', (_, hunk) => {
		expect(fenceIn(fixed('suggestion', 'Use `@a/b` now.'), hunk)).toMatchObject({
			lines: ['Use `@a/b` now.'],
			doubt: expect.stringContaining('@a/b'),
		});
	});

	test('in a diff, doubt is about new lines whose words the file does not have', () => {
		expect(fenceIn(fixed('diff', '-a `@b`\n+c `@b`'), null)).not.toHaveProperty('doubt');
		expect(fenceIn(fixed('diff', '-a `@b`\n+c `@d`'), null)).toHaveProperty('doubt');
	});

	test('are left alone in other code', () => {
		expect(fenceIn(fixed('css', '`@import` "a.css";'), '@@ -1 +1 @@\n+@import "b.css";')).toMatchObject({
			lines: ['`@import` "a.css";'],
		});
	});
});

describe('the text of a review', () => {
	const reading = read('review', fixture('coderabbit-body'));

	test('gives one remark for each comment that has no thread', () => {
		const told = reading?.remarks.map(({place, title, severity, category}) => [
			`${place?.path}:${place?.lines?.start}-${place?.lines?.end}`,
			title,
			severity?.raw ?? null,
			category,
		]);
		expect(told).toEqual([
			['src/__init__.py:119-135', 'Escape the name.', 'Critical', 'security'],
			['src/__init__.py:150-150', 'Close the file.', null, null],
			['docs/guide.md:7-9', 'Name the port.', 'Minor', null],
			['src/prompt.ts:1-2', 'Sort the imports.', 'Nitpick', 'nitpick'],
			['src/prompt.ts:4-4', 'Rename x.', 'Nitpick', 'nitpick'],
			['src/cart.ts:3-3', 'Said before.', null, null],
		]);
		expect(reading?.notice).toBeNull();
		expect(reading?.reviewer).toEqual({state: 'done', detail: '2 comments posted inline'});
	});

	test('a remark holds its own text, in no other section than its own', () => {
		expect(textsOf(reading?.remarks[0]?.blocks)).toEqual([
			'**Escape the name.**',
			'It goes into the page as it is.',
			'diff: -write(name)\n+write(escape(name))',
			'Also applies to: 140-141',
		]);
		expect(reading?.remarks[0]?.blocks[2]?.sections.map(({summary}) => summary)).toEqual(['Suggested fix']);
		expect(reading?.remarks[0]?.alsoAt).toEqual([at('src/__init__.py', 140, 141)]);
		expect(reading?.remarks[3]?.blocks.flatMap(({sections}) => sections)).toEqual([]);
		expect(textsOf(reading?.remarks[3]?.blocks).at(-1)).toBe('A rule inside of a comment.');
	});

	test('the keys of remarks differ and are stable', () => {
		const keys = (body: string) => read('review', body)?.remarks.map(({key}) => key) ?? [];
		const body = fixture('coderabbit-body');
		expect(new Set(keys(body)).size).toBe(6);
		expect(keys(body.replaceAll('\n', '\r\n'))).toEqual(keys(body));
		const twice = body.replace('`4-4`: **Rename `x`.**', '`1-2`: **Sort the imports.**');
		expect(new Set(keys(twice)).size).toBe(6);
	});

	const section = (summary: string, content: string) =>
		`**Actionable comments posted: 0**\n\n<details>\n<summary>${summary}</summary><blockquote>\n\n${content}\n\n</blockquote></details>`;

	test('a section that CodeRabbit did not have before is read, not dropped', () => {
		const file = '<details>\n<summary>a.ts (1)</summary><blockquote>\n\n`1`: **New.**\n\n</blockquote></details>';
		expect(read('review', section('🛑 Comments failed to post (1)', file))?.remarks).toMatchObject([
			{place: at('a.ts', 1, 1), title: 'New.'},
		]);
	});

	test('a diff of Markdown that closes its own fence hides no comment', () => {
		const fix = '<details>\n<summary>Fix</summary>\n\n```diff\n-```\n+```text\n log\n ```\n```\n</details>';
		const items = `\`1-3\`: **Name the language.**\n\n${fix}\n\n---\n\n\`9\`: **Next.**`;
		const file = `<details>\n<summary>a.md (2)</summary><blockquote>\n\n${items}\n\n</blockquote></details>`;
		for (const body of [
			section('🧹 Nitpick comments (2)', file),
			section('🧹 Nitpick comments (2)', file.replace(/^/gm, '> ')),
		]) {
			const remarks = read('review', body)?.remarks;
			expect(remarks?.map(({title}) => title)).toEqual(['Name the language.', 'Next.']);
			expect(textsOf(remarks?.[0]?.blocks)).toContain('diff: -```\n+```text\n log\n ```');
		}
	});

	test('text without lines or file keeps what place it has', () => {
		const file = '<details>\n<summary>a.ts (1)</summary><blockquote>\n\n**All of it.**\n\n</blockquote></details>';
		const remarks = read('review', section('🧹 Nitpick comments (2)', `${file}\n\nAnd this.`))?.remarks;
		expect(remarks?.map(({place}) => place)).toEqual([{path: 'a.ts', lines: null}, null]);
	});

	test.each([
		['**Actionable comments posted: 3**', 'a summary of the review: 3 comments posted inline'],
		['**Actionable comments posted: 1**\n\n<!-- x -->', 'a summary of the review: 1 comment posted inline'],
		[section('🔇 Additional comments (1)', '`1`: LGTM'), 'a summary of the review: 0 comments posted inline'],
	])('%j has nothing to ask for', (body, notice) => {
		expect(read('review', body)).toMatchObject({remarks: [], notice});
	});

	test.each(['', 'Looks good to me.', '<details><summary>Notes</summary>\n\nx\n\n</details>'])(
		'%j is none of its own',
		body => expect(read('review', body)).toBeNull(),
	);
});

describe('a comment beside the reviews', () => {
	const mark = (kind: string) => `<!-- This is an auto-generated comment: ${kind} by coderabbit.ai -->`;
	const walkthrough = `${mark('summarize')}\n<!-- walkthrough_start -->\n\n## Walkthrough\n\nAdds a cart.\n\n<!-- walkthrough_end -->`;

	test.each([
		[
			`${mark('summarize')}\n${mark('rate limited')}\n\n> [!WARNING]\n> ## Review limit reached\n>\n> Next included review available in 27 minutes.`,
			{state: 'rate-limited', detail: 'Next included review available in 27 minutes.'},
		],
		[
			`${mark('review in progress')}\n\n> [!NOTE]\n> Currently processing new changes in this PR. Please wait.\n\n${walkthrough}`,
			{state: 'running', detail: 'Currently processing new changes in this PR. Please wait.'},
		],
		[
			`${mark('summarize')}\n\n> [!NOTE]\n> ## Reviews paused\n>\n> This branch is under active development.`,
			{state: 'paused', detail: 'This branch is under active development.'},
		],
		[
			`${mark('summarize')}\n${mark('skip review')}\n\n> ## Review skipped\n>\n> Draft detected.`,
			{state: 'paused', detail: 'Draft detected.'},
		],
		[
			`${mark('summarize')}\n\n> ## Review failed\n>\n> The pull request is closed.`,
			{state: 'stale', detail: 'The pull request is closed.'},
		],
		[walkthrough, {state: 'done', detail: 'a walkthrough of the pull request'}],
		['<!-- This is an auto-generated reply by CodeRabbit -->\n\nReview triggered.', null],
		['<!-- tips_start -->\n\nAsk for help.\n\n<!-- tips_end -->', null],
	])('%j', (body, reviewer) => {
		expect(read('comment', body)).toEqual({remarks: [], notice: expect.stringMatching(/\w/), reviewer});
	});

	test('comments that it holds are read', () => {
		const nitpicks = fixture('coderabbit-body').replace(/^[^<]*/, '');
		const reading = read('comment', `${walkthrough}\n\n${nitpicks}`);
		expect(reading?.notice).toBeNull();
		expect(reading?.remarks.length).toBeGreaterThan(2);
	});

	test.each(['', 'Any words about rate limits.', mark('something new')])('%j is none of its own', body => {
		expect(read('comment', body)).toBeNull();
	});
});

describe('whatever the body', () => {
	const kinds = ['thread', 'review', 'comment'] as const;
	const pieces = [
		...fixture('coderabbit-body').split(/(?<=\n)/),
		...fixture('coderabbit-inline').split(/(?<=\n)/),
		'> ',
		'</details>',
		'<summary>',
		'`0-0`: x\n',
		'`9-1`: x\n',
	];
	const body = fc.array(fc.constantFrom(...pieces), {maxLength: 60}).map(lines => lines.join(''));

	test('nothing throws, the keys differ, and a comment without findings has a reason', () => {
		fc.assert(
			fc.property(fc.constantFrom(...kinds), fc.oneof(body, fc.string()), (kind, body) => {
				const reading = read(kind, body);
				if (!reading) return;
				const {remarks, notice} = reading;
				expect(new Set(remarks.map(({key}) => key)).size).toBe(remarks.length);
				expect(notice === null).toBe(remarks.length > 0);
				for (const {lines} of remarks.flatMap(({place, alsoAt}) => (place ? [place, ...alsoAt] : alsoAt))) {
					if (lines) expect(lines.end).toBeGreaterThanOrEqual(lines.start);
				}
			}),
		);
	});

	test.each([
		['sections', '<details>\n<summary>Nitpick comments (1)</summary>\n\n'.repeat(3000)],
		['summaries', `<summary>${'a'.repeat(300)}`.repeat(1000)],
		['sites', `_🟠 Major_\n\n<!-- <consolidated_sites>${'<site><file>'.repeat(20_000)} -->`],
		['lines', `_🟠 Major_\n\nAlso applies to: ${'1-2, '.repeat(20_000)}`],
		['heads', `**Actionable comments posted: 1**\n\n${'`1-2`: a\n\n---\n\n'.repeat(5000)}`],
		['tags', `_🟠 Major_\n\n${'<a> '.repeat(30_000)}x`],
	])('many %s', (_, body) => {
		for (const kind of kinds) expect(() => read(kind, body)).not.toThrow();
	});
});
