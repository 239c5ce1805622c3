import {resolve} from 'node:path';
import {describe, expect, test} from 'vitest';
import {bot, user} from '../emulators/github/data.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {shouldRead} from '../emulators/vendor/obedient.ts';
import {openAiModel} from '../helpers/models.ts';
import {remarks} from '../helpers/remarks.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';

const openai = ['--llm-preset', 'api-a-mini'];

/** What a report ends with, from the name of the pull request on. */
const closing = (stdout: string) => stdout.slice(stdout.lastIndexOf('octo/app#7: '));

const countOf = (text: string, words: string) => text.split(words).length - 1;

describe('what filters exclude', () => {
	function reviewed(tree: WorkTree): string[] {
		const review = reviewOf(tree)
			.suggest('src/list.txt', 2, ['item two'], {author: user('ada')})
			.suggest('src/list.txt', 9, ['item nine'], {author: bot('helper')})
			.comment('src/other.txt', 1, 'LGTM', {author: user('ada')});
		return ['analyze', '--from', review.save()];
	}

	test.each([
		[['--author', 'nobody'], '2 excluded by --author nobody', '--author nobody matches no comment author'],
		[['--path', 'lib/**', '--path', 'src/l*'], null, '--path lib/** matches no commented file'],
		[['--trust-author', 'nosuch'], null, '--trust-author nosuch matches no comment author'],
		[['--trust-author', 'ADA'], null, null],
		[['--severity', 'major'], '2 excluded by --severity major', null],
		[['--author', 'Ada'], '1 excluded by --author Ada', null],
		[['--author', '[bot]'], '1 excluded by --author [bot]', null],
		[['--author', 'coderabbit'], '2 excluded by --author coderabbit', '--author coderabbit matches no comment author'],
	])('%j', async (flags, told, slip) => {
		const tree = workTree();
		const {code, stdout, stderr} = await tree.call([...reviewed(tree), ...flags]);
		expect(code).toBe(0);
		if (told) expect(closing(stdout)).toContain(told);
		expect(closing(stdout)).toContain('1 not actionable');
		if (slip === null) {
			expect(stderr).not.toContain(' matches no ');
			return;
		}
		expect(stderr).toContain(`WARNING ${slip} (found: `);
		expect(countOf(stdout + stderr, slip)).toBe(1);
		expect(stderr).toContain(flags[0] === '--path' ? 'src/list.txt, src/other.txt' : 'ada, helper');
	});
});

test.each(['coderabbit', 'coderabbitai', 'CodeRabbitAI[bot]'])(
	'a bot goes by its name in reports, too: %s',
	async name => {
		const tree = workTree();
		const review = reviewOf(tree)
			.suggest('src/list.txt', 2, ['item two'], {author: user('ada')})
			.suggest('src/list.txt', 9, ['item nine'], {author: bot('coderabbitai')});
		const {stdout, stderr} = await tree.call(['analyze', '--from', review.save(), '--author', name]);
		expect(stderr).not.toContain(' matches no ');
		expect(stdout).toMatch(/planned +9 +coderabbit /);
		expect(closing(stdout)).toContain(`1 excluded by --author ${name.replace('[bot]', '')}`);
	},
);

test('a provider that is set but not used: the reason is shown if findings need a model', async () => {
	const tree = workTree();
	const env = {CR_LLM_PROVIDER: 'local', CR_LLM_API_KEY: 'none'};
	const words = /Models are off, so local \(environment CR_LLM_PROVIDER\) is not used\. Pass --llm-enabled/;
	const {code, stderr} = await tree.call(['analyze', '--from', remarks(tree, 2)], {env});
	expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([0, expect.stringMatching(words)]);
	for (const more of [{CR_LLM_ENABLED: 'false'}, {CR_LLM_PROVIDER: ''}]) {
		const quiet = await tree.call(['analyze', '--from', remarks(tree, 2)], {env: {...env, ...more}});
		expect([quiet.code, quiet.stderr + quiet.stdout]).toEqual([0, expect.not.stringMatching(/No model was asked/)]);
	}
});

describe('why a model gave no answers', () => {
	test('a budget below the cost of one request is reported once, with that cost', async () => {
		const tree = workTree();
		const service = await openAiModel();
		const args = ['apply', '--from', remarks(tree, 2), ...openai, '--cost-budget', '0'];
		const {code, stderr} = await tree.call(args, {env: ledTo(service)});
		expect([code, service.asks()]).toEqual([5, []]);
		expect(countOf(stderr, 'LLM cost budget exceeded')).toBe(1);
		expect(stderr).toMatch(/^WARNING The budget is too small for one request: nothing was sent\. Raise /m);
		expect(stderr).toMatch(/too small for one request: nothing was sent\. Raise CR_LLM_COST_BUDGET/);
	});

	test('a missing key is reported with its remedy, apart from untrusted authors', async () => {
		const tree = workTree();
		const from = reviewOf(tree)
			.comment('src/list.txt', 2, shouldRead('item two'))
			.comment('src/list.txt', 4, shouldRead('item IV'), {author: user('stranger'), authorAssociation: 'NONE'})
			.save();
		const {code, stderr} = await tree.call(['apply', '--from', from, ...openai], {env: {OPENAI_API_KEY: ''}});
		expect(code).toBe(4);
		expect(stderr).toMatch(/sending 1 finding .*\n1 finding not sent: stranger has no role in this repository/);
		expect(stderr).toMatch(/^WARNING .*OPENAI_API_KEY/m);
	});

	test('a warning is said once; below a long report, a terminal shows it again', async () => {
		const tree = workTree();
		const args = ['analyze', '--from', remarks(tree, 2), ...openai];
		const env = {OPENAI_API_KEY: ''};
		const {stdout, stderr} = await tree.call(args, {env});
		expect(countOf(stdout + stderr, 'Set CR_LLM_API_KEY or OPENAI_API_KEY')).toBe(1);
		const inTerminal = async (rows: number) => {
			const terminal = tree.terminal(args, {env, columns: 200, rows});
			expect(await terminal.ended).toBe(4);
			return terminal.screen();
		};
		expect(countOf(await inTerminal(40), 'Set CR_LLM_API_KEY or OPENAI_API_KEY')).toBe(1);
		expect(await inTerminal(8)).toMatch(/^warning: .*Set CR_LLM_API_KEY or OPENAI_API_KEY/m);
	});
});

describe('in a working tree of another branch', () => {
	test('its commits are named below stale findings', async () => {
		const [there, here] = [workTree(), workTree()];
		there.put({'src/list.txt': 'all\nof it\nis new\n'}).commit();
		const from = reviewOf(there, {headRefName: 'feature'})
			.suggest('src/list.txt', 2, ['of this'])
			.suggest('src/list.txt', 3, ['was new'])
			.save();
		const {code, stderr} = await here.call(['apply', '--from', resolve(there.root, from)]);
		expect(code).toBe(3);
		const question = `commit ${there.head.slice(0, 10)} is not in this repository: is this the right clone?`;
		expect(countOf(stderr, question)).toBe(1);
	});

	test('if everything could be placed, there is no such note', async () => {
		const tree = workTree();
		const from = reviewOf(tree, {headRefName: 'feature'}).suggest('src/list.txt', 2, ['item two']).save();
		const {code, stdout, stderr} = await tree.call(['apply', '--from', from]);
		expect([code, stderr]).toEqual([0, '']);
		expect(closing(stdout)).toMatch(
			/^octo\/app#7: 1 finding\n {2}1 applied\nApplied 1 change in 1 file \(not committed\)\.\nUndo: /,
		);
	});
});

test('two findings with one change are counted as two everywhere', async () => {
	const tree = workTree();
	const review = reviewOf(tree);
	for (const login of ['ada', 'grace']) review.suggest('src/list.txt', 2, ['item two'], {author: user(login)});
	const terminal = tree.terminal(['apply', '--from', review.save()]);
	await terminal.waitFor('Apply 2 findings as 1 change to 1 file?');
	terminal.press('y\r');
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).toContain('Applied 2 findings as 1 change in 1 file (not committed).');
	expect((await tree.call(['runs'])).stdout).toContain('  2 findings as 1 change in 1 file\n');
});
