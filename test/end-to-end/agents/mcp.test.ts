import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {idsIn, serving} from './serving.ts';

const author = bot('coderabbitai');

function recorded() {
	const tree = workTree();
	const from = reviewOf(tree)
		.suggest('src/list.txt', 2, ['item two'], {author})
		.suggest('src/other.txt', 3, ['entry three'], {author})
		.comment('src/list.txt', 7, 'Please rename this item to something that says what it is.', {author})
		.save();
	return {tree, from};
}

test.each(['newest', 'older'] as const)('the %s revision of the protocol lists, shows and applies', async revision => {
	const {tree, from} = recorded();
	const {client, call, said} = await serving({cwd: tree.root, env: tree.env}, ['--from', from], revision);
	const {tools} = await client.listTools();
	expect(tools.map(({name}) => name)).toEqual([
		'list_findings',
		'show_finding',
		'apply',
		'mark',
		'verify',
		'status',
		'preview',
		'publish',
		'undo',
	]);
	for (const {annotations, name} of tools) {
		const {readOnlyHint, destructiveHint, idempotentHint, openWorldHint} = annotations ?? {};
		expect([readOnlyHint, destructiveHint, idempotentHint, openWorldHint], name).not.toContain(undefined);
		expect(openWorldHint, name).toBe(name === 'publish');
		expect(destructiveHint, name).toBe(false);
	}
	const listed = await call('list_findings');
	expect(listed.isError).toBe(false);
	const done = await call('apply');
	expect(done.text).toMatch(/applied/);
	expect(tree.read('src/list.txt')).toContain('item two');
	expect(said()).toContain('what may leave the machine: nothing');
	const undone = await call('undo');
	expect(undone.text).toContain('undone');
	expect(tree.read('src/list.txt')).not.toContain('item two');
});

test('a mark by an agent is kept, and none of a person is changed', async () => {
	const {tree, from} = recorded();
	const {call} = await serving({cwd: tree.root, env: tree.env}, ['--from', from]);
	const [first = ''] = idsIn((await call('list_findings')).text);
	expect(await call('mark', {id: first, as: 'declined', reason: 'no'})).toMatchObject({isError: true});
	expect((await call('mark', {id: first, as: 'declined', reason: 'the name is right'})).text).toContain('declined');
	expect((await call('apply')).text).not.toContain(`${first} applied`);
	expect(tree.read('src/list.txt')).not.toContain('item two');
});

test('unknown ids and arguments are errors of the tool, and the server goes on', async () => {
	const {tree, from} = recorded();
	const {call} = await serving({cwd: tree.root, env: tree.env}, ['--from', from]);
	expect(await call('show_finding', {ids: ['nosuch']})).toMatchObject({isError: true});
	expect((await call('show_finding', {ids: ['nosuch']})).text).toMatch(/^unknown-finding: /);
	for (const max_tokens of [-1, 499, 50_001, 1e300]) {
		const refused = await call('list_findings', {max_tokens}).catch(String);
		expect(JSON.stringify(refused)).toMatch(/max_tokens/);
	}
	expect((await call('publish', {hash: 'x'})).text).toMatch(/^not-allowed: /);
	expect((await call('status')).text).toContain('Next: ');
});
