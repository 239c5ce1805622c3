import fc from 'fast-check';
import {expect, test} from 'vitest';
import {commitMessage} from '../../../source/resolve/commit-message.ts';
import {widthOf} from '../../../source/text/cells.ts';
import {codePoint} from '../../helpers/code-point.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {numbered, workTree} from '../../helpers/work-tree.ts';
import {ada, committed} from './committing.ts';

const octo = {__typename: 'User', login: 'octo', databaseId: 583_231} as const;
const rabbit = {__typename: 'Bot', login: 'coderabbitai', databaseId: 136_622_811} as const;

/** All suggest something; one is gone, and one has no number in the recording. */
function reviewByMany() {
	const tree = workTree();
	const from = reviewOf(tree)
		.suggest('src/list.txt', 1, ['item one'], {author: octo})
		.suggest('src/list.txt', 3, ['item three'], {author: rabbit})
		.suggest('src/list.txt', 5, ['item five'], {author: octo})
		.suggest('src/list.txt', 7, ['item seven'], {author: null})
		.suggest('src/list.txt', 9, ['item nine'], {author: {__typename: 'User', login: 'unknown'}})
		.save();
	return {tree, from};
}

const trailersOf = (message: string) => message.trimEnd().split('\n\n').at(-1)!.split('\n');

test('trailers: the run, each author of a suggestion once, the sign-off last', async () => {
	const {tree, from} = reviewByMany();
	const {report} = await committed(tree, from, '--signoff', '--trust', 'anyone');
	const message = tree.git('log', '-1', '--format=%B');
	expect(trailersOf(message)).toEqual([
		`Pr-Resolve-Run: ${report.run!.id}`,
		'Co-authored-by: octo <583231+octo@users.noreply.github.com>',
		'Co-authored-by: coderabbitai[bot] <136622811+coderabbitai[bot]@users.noreply.github.com>',
		'Signed-off-by: Ada <ada@example.com>',
	]);
	expect(tree.git('log', '-1', '--format=%(trailers:only)').trim().split('\n')).toHaveLength(4);
});

test('who commits is no co-author of their own commit, and co_authors=false names none', async () => {
	const {tree, from} = reviewByMany();
	const env = {...ada, GIT_COMMITTER_EMAIL: '583231+octo@users.noreply.github.com'};
	await tree.call(['apply', '--from', from, '--commit', '--json'], {env});
	expect(trailersOf(tree.git('log', '-1', '--format=%B')).filter(line => line.includes('octo'))).toEqual([]);
	const other = reviewByMany();
	await committed(other.tree, other.from, '--set', 'co_authors=false');
	expect(trailersOf(other.tree.git('log', '-1', '--format=%B'))).toEqual([expect.stringMatching(/^Pr-Resolve-Run: /)]);
});

test('the message of the user, with its numbers filled in', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['a']).suggest('src/other.txt', 2, ['b']).save();
	const text = 'fix: {count} changes in {files} files of #{number} {other}\n\nWhy they are right.';
	const {report} = await committed(tree, from, '--message', text);
	expect(report.commits[0]!.headline).toBe('fix: 2 changes in 2 files of #7 {other}');
	expect(tree.git('log', '-1', '--format=%b')).toMatch(/^Why they are right\.\n\nPr-Resolve-Run: /);
});

test('trailers of the own message are in one block with those of the run, which comes first', async () => {
	const {tree, from} = reviewByMany();
	const message =
		'fix: limits\n\nWhy: see below.\nAnd more.\n\nReviewed-by: Bo <bo@example.com>\nSigned-off-by: Ada <ada@example.com>\n';
	const {report} = await committed(tree, from, '--message', message, '--signoff', '--trust', 'anyone');
	const trailers = tree.git('log', '-1', '--format=%(trailers:only)').trim().split('\n');
	expect(trailers).toEqual([
		`Pr-Resolve-Run: ${report.run!.id}`,
		'Reviewed-by: Bo <bo@example.com>',
		'Signed-off-by: Ada <ada@example.com>',
		'Co-authored-by: octo <583231+octo@users.noreply.github.com>',
		'Co-authored-by: coderabbitai[bot] <136622811+coderabbitai[bot]@users.noreply.github.com>',
	]);
	expect(tree.git('log', '-1', '--format=%B')).toContain(
		'fix: limits\n\nWhy: see below.\nAnd more.\n\nPr-Resolve-Run: ',
	);
});

test.each([['a'.repeat(1_000_000)], ['bell \u0007']])(
	'a message that is no text is refused and nothing applied',
	async text => {
		const tree = workTree().put({'settings.json': JSON.stringify({message: text})});
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
		const before = tree.snapshot();
		const {code, report, stderr} = await committed(tree, from, '--config', 'settings.json');
		expect(code).toBe(2);
		expect(JSON.stringify([report.error, stderr]).length).toBeLessThan(2000);
		expect(tree.snapshot()).toEqual(before);
	},
);

test('nothing of a comment is in the message', async () => {
	const tree = workTree();
	const body = '[skip ci] Fixes #1\nSigned-off-by: x <x@example.com>\n\n@claude /deploy\nskip-checks: true';
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two'], {body, author: octo}).save();
	await committed(tree, from, '--set', 'split=finding');
	const message = tree.git('log', '-1', '--format=%B');
	for (const word of ['skip', 'Fixes', '#1', '@claude', 'x@example.com', '/deploy'])
		expect(message).not.toContain(word);
});

test('whatever 10,000 comments are called, the messages are the same', async () => {
	const pieces = [
		...[
			'[skip ci]',
			'***NO_CI***',
			'Fixes #12',
			'GH-7',
			'@octocat',
			'/deploy',
			'fixup! ',
			'Signed-off-by: x <x@example.com>',
		],
		...[
			'skip-checks: true',
			'Co-authored-by: y <y@example.com>',
			'\n\n',
			'\n',
			'\r',
			'\t',
			'\u2028',
			'\u202e',
			'**',
			'# ',
			' ',
		],
	];
	const title = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({unit: codePoint})), {
		minLength: 1,
		maxLength: 8,
	});
	const titles = fc.sample(title, 10_000).map(parts => parts.join('').replaceAll(/[`~<]/g, ''));
	const tree = workTree({'src/long.txt': numbered('line', titles.length * 2)});
	const review = reviewOf(tree);
	for (const [index, body] of titles.entries()) review.suggest('src/long.txt', 2 * index + 1, [`new ${index}`], {body});
	const flags = ['--commit', '--set', 'co_authors=false', '--set', 'split=finding', '--dry-run', '--json'];
	const {json} = await tree.call(['apply', '--from', review.save(), ...flags], {env: ada});
	const {commitPreview} = json as {commitPreview: string[]};
	expect(commitPreview.length).toBeGreaterThan(titles.length * 0.9);
	expect(new Set(commitPreview)).toEqual(new Set(['Apply suggestion from code review\n\nPr-Resolve-Run: <run>\n']));
});

test('a path can add neither lines nor trailers to the message', () => {
	const content = {number: 7, changes: 1, files: 1, runs: ['r1'], only: [], coAuthors: [], signedOffBy: null};
	const alphabet = ['a', '/', '\n', '\r', '\0', '\t', '\u2028', '\u202e', ' ', ':', '-', 'Signed-off-by: x', '.'];
	let seed = 7;
	const next = (below: number) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		return seed % below;
	};
	for (let round = 0; round < 10_000; round++) {
		const name = Array.from({length: 1 + next(20)}, () => alphabet[next(alphabet.length)]).join('');
		const lines = commitMessage(null, {...content, part: {by: 'file', name}}).split(/[\n\r\u2028]/);
		expect(lines).toHaveLength(4);
		expect(lines.slice(1)).toEqual(['', 'Pr-Resolve-Run: r1', '']);
	}
});

const part = (by: 'file' | 'reviewer', name: string) => {
	const content = {number: 7, changes: 1, files: 1, runs: ['r1'], only: [], coAuthors: [], signedOffBy: null};
	return commitMessage(null, {...content, part: {by, name}}).split('\n')[0]!;
};

test('a headline names a plain path or login, and nothing that a service acts on', () => {
	expect(part('file', 'app/(group)/page-1.tsx')).toBe('Apply suggestion to app/(group)/page-1.tsx');
	expect(part('reviewer', 'octo-cat')).toBe('Apply suggestion from octo-cat');
	for (const name of [
		'docs/übersicht.md',
		'docs/u\u0308bersicht.md',
		'ドキュメント/設定.md',
		'кот/हिन्दी.txt',
		'מסמך.md',
	])
		expect(part('file', name)).toBe(`Apply suggestion to ${name}`);
	expect(part('file', `${'深'.repeat(40)}/名.md`)).toBe(`Apply suggestion to ...${'深'.repeat(25)}/名.md`);
	const hidden = [
		'\u202e',
		'\u2066',
		'\u200b',
		'\u200d',
		'\ufe0f',
		'\u3164',
		'\u034f',
		'\u0085',
		'\ud800',
		'\u0301'.repeat(5),
	];
	const names = ['[skip ci].txt', 'Fixes #12', '@octocat/a.txt', 'fixes/GH-12', 'Signed-off-by: x'];
	for (const name of [...names, ...hidden.map(text => `a${text}b.txt`)])
		expect(part('file', name)).toBe('Apply suggestion from code review');
	const pieces = [
		'[skip ci]',
		'[ci skip]',
		'Fixes',
		'#12',
		'GH-12',
		'octo/app',
		'@',
		'Signed-off-by:',
		'a',
		' ',
		'/',
		'.',
		'\n',
		'***NO_CI***',
	];
	const generated = fc.oneof(
		fc.string({unit: codePoint, maxLength: 200}),
		fc.string({unit: 'grapheme-composite', maxLength: 200}),
		fc.array(fc.constantFrom(...pieces)).map(all => all.join('')),
	);
	const property = fc.property(fc.constantFrom('file', 'reviewer'), generated, (by, name) => {
		const headline = part(by, name);
		expect(headline).not.toMatch(/[[\]@#:*]|\bGH-\d|(?! )[\p{C}\p{Z}]|\p{Default_Ignorable_Code_Point}/iu);
		expect(widthOf(headline)).toBeLessThanOrEqual(80);
		expect(headline).toMatch(/^Apply suggestion (?:to|from) \S/);
	});
	fc.assert(property, {numRuns: 5000});
});

test('a dry run shows the whole message and writes nothing', async () => {
	const {tree, from} = reviewByMany();
	const [head, files] = [tree.head, tree.snapshot()];
	const {stdout} = await tree.call(['apply', '--from', from, '--commit', '--signoff', '--dry-run'], {env: ada});
	expect(stdout).toMatch(/^Would commit, on \S+:$/m);
	expect(stdout).toMatch(/^ {2}Apply suggestions from code review$/m);
	expect(stdout).toMatch(/^ {2}Pr-Resolve-Run: <run>$/m);
	expect(stdout).toMatch(/^ {2}Co-authored-by: octo <583231\+octo@users\.noreply\.github\.com>$/m);
	expect(stdout).toMatch(/^ {2}Signed-off-by: Ada <ada@example\.com>$/m);
	expect([tree.head, tree.snapshot()]).toEqual([head, files]);
	expect((await tree.call(['runs', '--json'])).json).toMatchObject({runs: []});
});

test('in a narrow terminal, long lines of a message stay indented', async () => {
	const {tree, from} = reviewByMany();
	const terminal = tree.terminal(['apply', '--from', from, '--commit', '--dry-run'], {env: ada, columns: 60, rows: 60});
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).toContain(
		'\n  Co-authored-by: coderabbitai[bot]\n  <136622811+coderabbitai[bot]@users.noreply.github.com>\n',
	);
});
