import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {memoryFile} from '../../../source/resolve/memory-file.ts';
import {formatMemory, parseMemory} from '../../../source/run/memory/parse-memory.ts';
import {bot, user} from '../../emulators/github/data.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {onList, rabbit} from './remembering.ts';

const titles = ['Use t.Run subtests for cases', 'Prefer subtests with t.Run', 'Close the file'];

/** A work tree, the recording of three suggestions there, and the id of the first finding. */
async function asked({author = rabbit.author, severity = ''} = {}) {
	const tree = workTree();
	tree.git('config', 'user.name', 'alice');
	const review = reviewOf(tree, {headRefName: 'main'});
	for (const [index, title] of titles.entries())
		review.suggest('src/list.txt', index * 2 + 2, [`item x${index}`], {author, body: `${severity}**${title}.**`});
	const from = review.save();
	const {json} = await tree.call(['analyze', '--json', '--from', from]);
	const id = (json as {findings: {id: string}[]}).findings[0]!.id;
	return {tree, from, id, mark: ['mark', id, 'declined', '--from', from, '--reason', 'we write plain tests']};
}

const entriesIn = (tree: WorkTree) => {
	const read = parseMemory(tree.read(memoryFile));
	return 'entries' in read ? read.entries : read;
};

describe('mark declined --always', () => {
	test('shows what it would have declined, asks, writes, and names git add', async () => {
		const {tree, mark} = await asked();
		const terminal = tree.terminal([...mark, '--always', '--match', 't.Run subtests']);
		await terminal.answer('Write it?', 'y\r');
		expect(terminal.screen()).toContain('It would have declined 2 findings here:');
		expect(terminal.screen()).toContain('src/list.txt: Prefer subtests with t.Run');

		expect(await terminal.ended).toBe(0);
		expect(terminal.screen()).toContain(`to share it: git add ${memoryFile}`);
		expect(entriesIn(tree)).toMatchObject([
			{bot: 'coderabbit', path: '**/*.txt', words: ['t.Run', 'subtests'], reason: 'we write plain tests', by: 'alice'},
		]);
		expect(tree.git('status', '--porcelain', '-uall')).toBe(`?? ${memoryFile}`);
	});

	test('writes nothing after a no', async () => {
		const {tree, mark} = await asked();
		const terminal = tree.terminal([...mark, '--always', '--match', 't.Run subtests']);
		await terminal.answer('Write it?', 'n\r');

		expect(await terminal.ended).toBe(3);
		expect(tree.git('status', '--porcelain')).toBe('');
	});

	test('prints a document after a no with --json', async () => {
		const {tree, id, mark} = await asked();
		const terminal = tree.terminal([...mark, '--always', '--match', 't.Run subtests', '--json']);
		await terminal.answer('Write it?', 'n\r');

		expect(await terminal.ended).toBe(3);
		expect(terminal.screen()).toContain('"schema": "pr-resolve/mark@1"');
		expect(terminal.screen()).toContain('"as": null');
		expect(terminal.screen()).toContain(id);
	});

	test('is not for agents', async () => {
		const {tree, mark} = await asked();
		const {code, stderr} = await tree.call([...mark, '--always', '--match', 't.Run subtests']);
		expect([code, stderr]).toEqual([
			2,
			expect.stringContaining('Only a person in a terminal declines something for good.'),
		]);
		expect(tree.git('status', '--porcelain')).toBe('');
	});

	test.each([
		['without words', {}, [], 'Keep 2 to 5 of the words of the title that are rare here: --match "cases Use for'],
		['with a word of another title', {}, ['--match', 'subtests file'], '"file" is no word of its title.'],
		[
			'of a severe finding',
			{severity: '_⚠️ Potential issue_ | _🔴 Critical_\n\n'},
			['--match', 'a b'],
			'its severity is critical',
		],
		['of a finding by a person', {author: user('ann')}, ['--match', 'a b'], 'a person wrote it'],
		['of a weakness', {author: bot('coderabbitai'), severity: 'XSS: '}, ['--match', 'a b'], 'it is about security'],
	])('%s is refused', async (_, review, flags, why) => {
		const {tree, mark} = await asked(review);
		const terminal = tree.terminal([...mark, '--always', ...flags], {columns: 200});
		expect(await terminal.ended).toBe(2);
		expect(terminal.screen()).toContain(why);
		expect(tree.git('status', '--porcelain')).toBe('');
	});

	test.each([
		[
			'a link',
			(tree: WorkTree) => {
				mkdirSync(join(tree.root, '.pr-resolve'));
				writeFileSync(join(tree.home, 'elsewhere.json'), formatMemory([]));
				symlinkSync(join(tree.home, 'elsewhere.json'), join(tree.root, memoryFile));
			},
			'the path contains a symbolic link',
		],
		[
			'a conflict',
			(tree: WorkTree) => void tree.put({[memoryFile]: '<<<<<<< ours\n=======\n>>>>>>> theirs\n'}),
			'has conflict markers',
		],
	])('%s in the place of the file is refused', async (_, prepare, why) => {
		const {tree, mark} = await asked();
		prepare(tree);
		const before = tree.snapshot();
		const terminal = tree.terminal([...mark, '--always', '--match', 't.Run subtests'], {columns: 200});
		await terminal.answer('Write it?', 'y\r');

		expect(await terminal.ended).toBe(2);
		expect(terminal.screen()).toContain(why);
		expect(tree.snapshot()).toEqual(before);
	});

	test('adds to what is there, and replaces what matches the same', async () => {
		const {tree, mark} = await asked();
		const same = onList({words: ['Subtest', 't.Run'], path: '**/*.txt', reason: 'older'});
		tree.put({[memoryFile]: formatMemory([onList(), same])});
		const terminal = tree.terminal([...mark, '--always', '--match', 't.Run subtests']);
		await terminal.answer('Write it?', 'y\r');

		await terminal.ended;
		expect(entriesIn(tree)).toMatchObject([onList(), {reason: 'we write plain tests'}]);
	});

	test.each([
		[['mark', 'f1', 'fixed', '--always'], '--always cannot be combined with fixed'],
		[['mark', 'f1', 'declined', '--match', 'a b'], '--match has no effect without --always.'],
	])('%j', async (args, why) => {
		const {tree, from} = await asked();
		const {code, stderr} = await tree.call([...args, '--from', from]);
		expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
	});
});
