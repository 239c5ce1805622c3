import {expect, test} from 'vitest';
import {memoryFile} from '../../../source/resolve/memory-file.ts';
import {entryId} from '../../../source/run/memory/entry.ts';
import {formatMemory} from '../../../source/run/memory/parse-memory.ts';
import {onList, remembering} from './remembering.ts';

const [kept, gone, old] = [
	onList(),
	onList({path: 'src/other.txt', reason: 'not here'}),
	onList({words: ['Old', 'one'], until: '2020-01-01'}),
];
const added = onList({path: '**', words: ['Better', 'so'], by: 'bob', reason: 'never'});

/** A clone that has fetched the default branch, and another memory in its working tree. */
async function cloned() {
	const world = await remembering([kept, gone, old]);
	world.tree.git('fetch', '-q', world.bare, 'main:refs/remotes/origin/main');
	world.tree.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
	world.tree.put({[memoryFile]: formatMemory([kept, old, added])});
	return world;
}

test('lists what holds on the default branch, and what the working tree would change', async () => {
	const {call, commit} = await cloned();
	const {code, json} = await call(['memory', '--json']);
	expect([code, json]).toMatchObject([
		0,
		{
			schema: 'pr-resolve/memory@1',
			file: memoryFile,
			tip: {branch: 'main', commit},
			problem: null,
			entries: [
				{id: entryId(kept), holds: true, onBranch: true, here: true},
				{id: entryId(gone), holds: true, onBranch: true, here: false},
				{id: entryId(old), holds: false, onBranch: true, here: true},
				{id: entryId(added), holds: true, onBranch: false, here: true},
			],
		},
	]);
	const {stdout} = await call(['memory']);
	expect(stdout).toContain(`${memoryFile} of main at ${commit.slice(0, 10)}:`);
	for (const state of ['holds', 'removed here', 'expired', 'added here']) expect(stdout).toContain(` ${state} `);
	expect(stdout).toContain('bob: never');
});

test('says of an entry that is added or removed whether it has expired', async () => {
	const {call, tree} = await cloned();
	const late = onList({words: ['Late', 'one'], until: '2020-01-01'});
	tree.put({[memoryFile]: formatMemory([kept, late])});
	expect((await call(['memory', 'explain', entryId(old)])).stdout).toContain('(removed here, expired)');
	expect((await call(['memory', 'explain', entryId(late)])).stdout).toContain('(added here, expired)');
});

test('explains an entry by the start of its id', async () => {
	const {call} = await cloned();
	const {stdout} = await call(['memory', 'explain', entryId(added).slice(0, 8)]);
	expect(stdout).toContain('It declines what coderabbit finds in ** with the words Better, so in the title.');
	expect(stdout).toContain('bob wrote it on 2026-01-01: never');
	expect(await call(['memory', 'explain', 'd'])).toMatchObject({code: 2});
});

test('tests what either memory would decline', async () => {
	const {call} = await cloned();
	const {json} = await call(['memory', 'test', '7', '--json']);
	expect(json).toMatchObject({
		wouldDecline: {
			onBranch: {declined: [{path: 'src/list.txt'}, {path: 'src/other.txt'}], tooBroad: []},
			here: {
				declined: [
					{path: 'src/list.txt', entry: entryId(kept)},
					{path: 'src/other.txt', entry: entryId(added)},
				],
			},
		},
	});
	const {stdout} = await call(['memory', 'test', '7']);
	expect(stdout).toContain('The default branch would decline 2 findings');
	expect(stdout).toContain(`${entryId(added)} src/other.txt: Better so.`);
});

test('removes an entry from the working tree only', async () => {
	const {call, tree} = await cloned();
	const {code, stdout} = await call(['memory', 'remove', entryId(added)]);
	expect([code, stdout]).toEqual([0, `Removed from ${memoryFile}; to share it: git add ${memoryFile}\n`]);
	expect(tree.read(memoryFile)).toBe(formatMemory([kept, old]));
	expect(await call(['memory', 'remove', entryId(gone)])).toMatchObject({code: 2});
	expect(await call(['memory', 'remove'])).toMatchObject({code: 2});
});

test('without a default branch and a file there is nothing', async () => {
	const {call, tree} = await remembering([]);
	const {stdout} = await call(['memory']);
	expect(stdout).toContain('The default branch is unknown here.');
	expect(stdout.replace(/\s+/g, ' ')).toContain('run: git remote set-head origin --auto');
	expect(stdout).toContain('Nothing is declined for good.');
	tree.put({[memoryFile]: '{}'});
	expect(await call(['memory'])).toMatchObject({
		code: 2,
		stderr: expect.stringContaining('is not a pr-resolve/declined@1'),
	});
});
