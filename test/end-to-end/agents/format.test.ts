import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {idsIn} from './serving.ts';

const author = bot('coderabbitai');

function recorded() {
	const tree = workTree();
	const from = reviewOf(tree)
		.suggest('src/list.txt', 2, ['item two'], {author, body: 'Spell it.'})
		.comment('src/list.txt', 7, 'Please rename this item to something that says what it is.', {author})
		.save();
	return {tree, from};
}

test('analyze and apply list findings for an agent, a row each', async () => {
	const {tree, from} = recorded();
	const {stdout, code} = await tree.call(['analyze', '--from', from, '--format', 'agent']);
	expect(code).toBe(0);
	expect(stdout).toContain('2 findings: 1 planned, 1 needs-model; 2 listed');
	expect(stdout).toMatch(/^f\w+ 2 \S+ planned: Spell it/m);
	const applied = await tree.call(['apply', '--from', from, '--format', 'agent']);
	expect(applied.stdout).toContain(' applied: Spell it');
	expect(tree.read('src/list.txt')).toContain('item two');
	const [, id = ''] = /^undo: pr-resolve undo (\S+)$/m.exec(applied.stdout) ?? [];
	expect((await tree.call(['undo', id])).code).toBe(0);
	expect(tree.read('src/list.txt')).not.toContain('item two');
});

test('analyze --ids shows the code as it is today, of files without a change too', async () => {
	const tree = workTree();
	const from = reviewOf(tree).comment('src/other.txt', 1, 'Please sort these.', {author}).save();
	tree.put({'src/other.txt': `first\n${tree.read('src/other.txt')}`});
	const [id = ''] = idsIn((await tree.call(['analyze', '--from', from, '--format', 'agent'])).stdout);
	const {stdout} = await tree.run(['analyze', '--from', from, '--format', 'agent', '--ids', id]);
	expect(stdout).toContain('src/other.txt:2 ');
	expect(stdout).toContain('\n1 first\n2 entry 1\n');
});

test('--format of a new run is nothing for --continue', async () => {
	const {tree} = recorded();
	const {code, stderr} = await tree.call(['apply', '--continue', '--format', 'agent']);
	expect(code).toBe(2);
	expect(stderr).toContain('--continue finishes a run and cannot be combined');
});

test('analyze --ids shows findings in full, between delimiters', async () => {
	const {tree, from} = recorded();
	const ids = idsIn((await tree.call(['analyze', '--from', from, '--format', 'agent'])).stdout);
	const {stdout} = await tree.call(['analyze', '--from', from, '--format', 'agent', '--ids', ...ids]);
	expect(stdout).toContain('Please rename this item');
	expect(stdout).toContain('+item two');
	expect(stdout).toMatch(/7\W+item 7/);
	const [, delimiter = ''] = /between <(\w+) /.exec(stdout) ?? [];
	expect(stdout.split(`<${delimiter} `).length).toBe(stdout.split(`</${delimiter}>`).length);
});

test.each([
	[['--format', 'agent', '--json'], 'cannot be combined'],
	[['--format', 'xml'], 'does not accept'],
	[['--ids', 'f0000000'], 'needs --format agent'],
	[['--format', 'agent', '--ids', 'f0000000'], 'No finding has the id'],
])('analyze %j is a usage error', async (args, said) => {
	const {tree, from} = recorded();
	const {code, stdout, stderr} = await tree.call(['analyze', '--from', from, ...args]);
	expect(code).toBe(2);
	expect(`${stdout}${stderr}`).toContain(said);
});

test('mark without a terminal counts as an agent', async () => {
	const {tree, from} = recorded();
	const [id = ''] = idsIn((await tree.call(['analyze', '--from', from, '--format', 'agent'])).stdout);
	const refused = await tree.call(['mark', id, 'declined', '--from', from]);
	expect(refused).toMatchObject({code: 2});
	const reason = ['--reason', 'the name is right'];
	const marked = await tree.call(['mark', id, 'declined', ...reason, '--from', from, '--json']);
	expect(marked).toMatchObject({code: 0, json: {as: 'declined', because: null, by: 'agent'}});
	const {stdout} = await tree.call(['analyze', '--from', from, '--format', 'agent']);
	expect(stdout).toContain('declined (the agent has declined it: the name is right): Spell it');
	await tree.call(['mark', id, 'open', '--from', from]);
	expect((await tree.call(['analyze', '--from', from, '--format', 'agent'])).stdout).toContain('planned: Spell it');
});

test.each([
	[[], 'needs an id'],
	[['f1'], 'needs an id'],
	[['f1', 'done'], 'There is no mark'],
])('mark %j is a usage error', async (args, said) => {
	const {tree} = recorded();
	const {code, stderr} = await tree.call(['mark', ...args]);
	expect(code).toBe(2);
	expect(stderr).toContain(said);
});
