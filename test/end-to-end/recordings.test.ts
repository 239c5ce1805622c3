import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {bot} from '../emulators/github/data.ts';
import {suggestion} from '../helpers/pull-request.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';

type Report = {
	findings: {bodyHash: string; outcome: string; reason: string; changes: string[]}[];
	changes: {id: string; outcome: string}[];
	summary: Record<string, number>;
	warnings: {kind: string; text: string}[];
};

function save(tree: WorkTree, name: string, content: string | Buffer): string {
	const path = join(tree.home, name);
	writeFileSync(path, content);
	return path;
}

const line = (tree: WorkTree, number: number) => tree.read('src/list.txt').split('\n')[number - 1];

describe('both formats', () => {
	test('our own and the plain array of REST give the same edits', async () => {
		const [own, rest] = [workTree(), workTree()];
		for (const [tree, save] of [
			[own, 'save'],
			[rest, 'saveRest'],
		] as const) {
			const from = reviewOf(tree)
				.suggest('src/list.txt', 2, ['item two'], {author: bot('helper'), authorAssociation: 'NONE'})
				.suggest('src/list.txt', [4, 6], ['items'], {}, thread => thread.reply({author: bot('helper'), body: 'Yes.'}))
				.suggest('notes.md', 5, [])
				[save]();
			const {code, json} = await tree.run(['apply', '--from', from, '--json']);
			expect([code, json]).toMatchObject([0, {summary: {findings: 4, applied: 3, notActionable: 1}}]);
			expect(json).toMatchObject({pullRequest: {owner: 'octo', repo: 'app', number: 7, source: 'recording'}});
		}
		expect(rest.snapshot()).toEqual(own.snapshot());
	});

	test('the receipt lists what REST recordings do not have', async () => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).saveRest();
		const {code, stdout} = await tree.call(['analyze', '--from', from]);
		expect(code).toBe(0);
		expect(stdout).toContain('does not include review bodies, issue comments');
	});

	test('neither network, token nor remote is needed', async () => {
		const tree = workTree().remote('origin', 'https://github.com/octo/app.git');
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
		const env = {GITHUB_API_URL: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1'};
		expect((await tree.run(['apply', '--from', from], {env})).code).toBe(0);
	});
});

describe('malformed', () => {
	test.each([
		['a cut one', '{"schema": "pr-resolve/recording@1",\n "pullRequest": {', ':2:'],
		['another format', '{"hello": "world"}', 'schema: expected'],
		['bytes', Buffer.from([0xff, 0x00, 0xfe, 0x80]), 'expected UTF-8'],
		['brackets, a hundred thousand deep', '['.repeat(100_000), 'expected JSON'],
	])('%s', async (_, content, words) => {
		const tree = workTree();
		const from = save(tree, 'bad.json', content);
		const {code, stdout, stderr} = await tree.call(['apply', '--from', from]);
		expect([code, stdout]).toEqual([2, '']);
		const [message, remedy] = stderr.split('\n');
		expect(message).toContain('not a recording: ');
		expect(message).toContain(words);
		expect(remedy).toContain('pr-resolve/recording@1');
	});

	test.each(['none.json', '.'])('a file that cannot be read: %s', async name => {
		const {code, json} = await workTree().call(['analyze', '--from', name, '--json']);
		expect([code, json]).toMatchObject([2, {error: {code: 'no-recording'}}]);
	});

	test('--from beside a pull request is refused', async () => {
		const {code, json} = await workTree().call(['apply', '7', '--from', 'x.json', '--json']);
		expect([code, json]).toMatchObject([2, {error: {code: 'bad-flags'}}]);
	});
});

describe('odd and hostile', () => {
	test('an empty list has nothing to do', async () => {
		const tree = workTree();
		const {code, json} = await tree.call(['apply', '--from', save(tree, 'none.json', '[]'), '--json']);
		expect([code, json]).toMatchObject([0, {findings: [], run: null, summary: {findings: 0}}]);
	});

	test('UTF-16 with a byte order mark, as a Windows shell writes it', async () => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).saveRest();
		const text = `\uFEFF${JSON.stringify(JSON.parse(readFileSync(from, 'utf8')))}`;
		const {code} = await tree.call(['apply', '--from', save(tree, 'wide.json', Buffer.from(text, 'utf16le'))]);
		expect(code).toBe(0);
	});

	test('a megabyte of anything before a suggestion is read to its end', async () => {
		const floods = {
			text: 'word '.repeat(220_000),
			'back-ticks': '`'.repeat(1_100_000),
			fences: '```\n'.repeat(275_000),
			quotes: '> '.repeat(550_000),
			lists: '- '.repeat(550_000),
			details: '<details>\n'.repeat(110_000),
			brackets: '['.repeat(1_100_000),
			emphasis: '*a **b '.repeat(160_000),
			comments: '<!--'.repeat(275_000),
		};
		const paths = Object.keys(floods).map(name => `${name}.txt`);
		const tree = workTree(Object.fromEntries(paths.map(path => [path, numbered('item', 3)])));
		const review = reviewOf(tree);
		for (const [name, flood] of Object.entries(floods)) {
			review.comment(`${name}.txt`, 2, `${flood}\n\n${suggestion('item two')}\n`);
		}
		const from = review.suggest('src/list.txt', 9, ['item nine']).save();
		const {code, json} = await tree.call(['apply', '--from', from, '--json']);
		const {findings} = json as Report;
		expect([0, 3]).toContain(code);
		expect(findings).toHaveLength(paths.length + 1);
		expect(findings.at(-1)!.outcome).toBe('applied');
		for (const path of paths) expect(['item 2', 'item two']).toContain(tree.read(path).split('\n')[1]);
	});

	test('two thousand comments on one file', async () => {
		const tree = workTree({'long.txt': numbered('row', 2000)});
		const review = reviewOf(tree);
		for (let row = 1; row <= 2000; row += 1) review.suggest('long.txt', row, [`ROW ${row}`]);
		const {code} = await tree.call(['apply', '--from', review.saveRest()]);
		expect(code).toBe(0);
		expect(tree.read('long.txt')).toBe(numbered('ROW', 2000));
	});
});

describe('modes and strategies', () => {
	/** A tie on line 2, a pair on line 5 that a rule decides, and a change of its own on line 9. */
	function mixed(tree: WorkTree): string {
		const robot = {author: bot('helper'), authorAssociation: 'NONE'};
		return reviewOf(tree)
			.suggest('src/list.txt', 2, ['item II'])
			.suggest('src/list.txt', 2, ['item two'])
			.suggest('src/list.txt', 5, ['item V'], robot)
			.suggest('src/list.txt', 5, ['item five'])
			.suggest('src/list.txt', 9, ['item nine'])
			.save();
	}

	test.each([
		[[], 3, ['item 2', 'item five', 'item nine'], {applied: 2, declined: 1, conflict: 2}],
		[['--mode', 'conflicts-only'], 3, ['item 2', 'item five', 'item 9'], {applied: 1, declined: 2, conflict: 2}],
		[['--mode', 'non-conflicts-only'], 3, ['item 2', 'item 5', 'item nine'], {applied: 1, conflict: 4}],
		[['--strategy', 'skip'], 3, ['item 2', 'item 5', 'item nine'], {applied: 1, conflict: 4}],
		[['--mode', 'dry-run'], 3, ['item 2', 'item 5', 'item 9'], {planned: 2, declined: 1, conflict: 2}],
	])('%j', async (flags, exit, lines, summary) => {
		const tree = workTree();
		const {code, json} = await tree.call(['apply', '--from', mixed(tree), '--json', ...flags]);
		expect([2, 5, 9].map(number => line(tree, number))).toEqual(lines);
		expect([code, json]).toMatchObject([exit, {summary: {findings: 5, ...summary}, exitCode: exit}]);
	});

	test('the environment works too, and the flag takes precedence', async () => {
		const tree = workTree();
		const from = mixed(tree);
		const env = {CR_MODE: 'dry-run', CR_STRATEGY: 'skip'};
		const {json} = await tree.call(['apply', '--from', from, '--json', '--mode', 'all'], {env});
		expect(json).toMatchObject({mode: 'all', summary: {applied: 1, conflict: 4}});
	});
});

describe('--decisions', () => {
	async function planned(tree: WorkTree) {
		const from = reviewOf(tree)
			.suggest('src/list.txt', 2, ['item II'])
			.suggest('src/list.txt', 2, ['item two'])
			.suggest('src/list.txt', 9, ['item nine'])
			.save();
		const {findings} = (await tree.call(['analyze', '--from', from, '--json'])).json as Report;
		const ids = findings.map(({changes, bodyHash}) => ({change: changes[0]!, bodyHash}));
		const decide = (...decisions: object[]) => {
			const file = save(tree, 'decisions.json', JSON.stringify({schema: 'pr-resolve/decisions@1', decisions}));
			return tree.call(['apply', '--from', from, '--decisions', file, '--json']);
		};
		return {ids: ids as [(typeof ids)[0], (typeof ids)[0], (typeof ids)[0]], decide, from};
	}

	test('apply settles a conflict, decline leaves a change, with its reason', async () => {
		const tree = workTree();
		const {ids, decide} = await planned(tree);
		const {code, json} = await decide({...ids[1], action: 'apply'}, {...ids[2], action: 'decline', reason: 'not now'});
		expect([line(tree, 2), line(tree, 9)]).toEqual(['item two', 'item 9']);
		expect([code, json]).toMatchObject([
			0,
			{
				findings: [{outcome: 'declined'}, {outcome: 'applied'}, {outcome: 'declined', reason: 'not now'}],
				conflicts: [{chosen: ids[1].change, by: 'decisions'}],
			},
		]);
	});

	test('edit writes the text of the person instead', async () => {
		const tree = workTree();
		const {ids, decide} = await planned(tree);
		const {code} = await decide({...ids[0], action: 'edit', text: 'item zwei\nitem zwei b\n'});
		expect([code, line(tree, 2), line(tree, 3), line(tree, 4)]).toEqual([0, 'item zwei', 'item zwei b', 'item 3']);
	});

	test('choosing both sides of a conflict is a usage error that names both, and nothing is written', async () => {
		const tree = workTree();
		const {ids, decide, from} = await planned(tree);
		const {code, json} = await decide(...ids.map(id => ({...id, action: 'apply'})));
		const [first, second] = ids;
		expect([code, json]).toMatchObject([
			2,
			{error: {code: 'contradicting-decisions', message: expect.stringContaining('src/list.txt:2')}},
		]);
		for (const {change} of [first, second]) expect(JSON.stringify(json)).toContain(change);
		const app = tree.terminal(['review', '--from', from, '--decisions', join(tree.home, 'decisions.json')]);
		expect(await app.ended).toBe(2);
		expect(app.screen().replace(/\s+/g, ' ')).toContain('chooses changes that conflict');
		expect(tree.git('status', '--porcelain')).toBe('');
	});

	test('a missing file is reported as missing, not as badly formatted', async () => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
		const {code, stderr} = await tree.call(['apply', '--from', from, '--decisions', 'none.json']);
		expect([code, stderr]).toEqual([2, expect.stringContaining('There is no decisions file none.json.')]);
		expect(stderr).not.toContain('Expected:');
	});

	test('of two decisions on one change the last holds, with a warning', async () => {
		const tree = workTree();
		const {ids, decide} = await planned(tree);
		const {stderr} = await decide({...ids[2], action: 'apply'}, {...ids[2], action: 'decline', reason: 'not now'});
		expect(line(tree, 9)).toBe('item 9');
		expect(stderr).toContain(`the decision on ${ids[2].change} is ignored: a later decision replaces it`);
	});

	test('a decision on a comment that was edited since, or on none, is ignored with a warning', async () => {
		const tree = workTree();
		const {ids, decide} = await planned(tree);
		const {code, stderr, json} = await decide(
			{...ids[0], action: 'apply', bodyHash: '0'.repeat(16)},
			{change: 'c000000000000', action: 'apply'},
		);
		expect(code).toBe(3);
		expect((json as Report).warnings.filter(({kind}) => kind === 'decision-ignored')).toHaveLength(2);
		expect(stderr).toContain('its comment has been edited since');
		expect(stderr).toContain('there is no such change');
		expect(line(tree, 2)).toBe('item 2');
	});

	test.each([
		['no JSON', '{', 'is not JSON'],
		['no list', '{"decisions": {}}', 'decisions'],
		[
			'an action that is none',
			'{"decisions": [{"change": "c1", "action": "maybe"}]}',
			'decisions[0].action: expected "apply" or "decline" or "edit"',
		],
		['an edit without a text', '{"decisions": [{"change": "c1", "action": "edit"}]}', '"edit" needs a "text"'],
	])('a file with %s is a usage error', async (_, content, words) => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
		const file = save(tree, 'decisions.json', content);
		const {code, stderr} = await tree.call(['apply', '--from', from, '--decisions', file]);
		expect(code).toBe(2);
		expect(stderr).toContain(words);
		expect(line(tree, 2)).toBe('item 2');
	});
});

describe('whose changes are applied without confirmation', () => {
	const by = (login: string | null, authorAssociation: string) => ({
		author: login === null ? null : ({__typename: 'User', login} as const),
		authorAssociation,
	});

	type Row = readonly [login: string | null, association: string, outcome: string];

	/** Each changes a file of its own. */
	async function outcomesOf(rows: readonly Row[], flags: readonly string[] = []): Promise<string[]> {
		const tree = workTree(Object.fromEntries(rows.map((_, index) => [`${index}.txt`, numbered('item', 3)])));
		const review = reviewOf(tree);
		for (const [index, [login, association]] of rows.entries()) {
			const init =
				login === 'helper' ? {author: bot('helper'), authorAssociation: association} : by(login, association);
			review.suggest(`${index}.txt`, 2, ['item two'], init);
		}
		const {json} = await tree.call(['apply', '--from', review.save(), '--json', ...flags]);
		const outcomes = (json as Report).findings.map(({outcome}) => outcome);
		const isWritten = rows.map((_, index) => tree.read(`${index}.txt`).includes('item two'));
		expect(isWritten).toEqual(outcomes.map(outcome => outcome === 'applied'));
		return outcomes;
	}

	test.each<[string, readonly string[], readonly Row[]]>([
		[
			'members, contributors and bots, but no passer-by, first-timer or deleted account',
			[],
			[
				['stranger', 'NONE', 'needs-person'],
				['newcomer', 'FIRST_TIME_CONTRIBUTOR', 'needs-person'],
				[null, 'NONE', 'needs-person'],
				['friend', 'CONTRIBUTOR', 'applied'],
				['helper', 'NONE', 'applied'],
			],
		],
		['--trust anyone', ['--trust', 'anyone'], [['stranger', 'NONE', 'applied']]],
		[
			'--trust-author',
			['--trust-author', 'Stranger'],
			[
				['stranger', 'NONE', 'applied'],
				['another', 'NONE', 'needs-person'],
			],
		],
	])('%s', async (_, flags, rows) => {
		expect(await outcomesOf(rows, flags)).toEqual(rows.map(([, , outcome]) => outcome));
	});
});
