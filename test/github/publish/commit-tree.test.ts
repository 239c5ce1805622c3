import {rmSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {FileChange} from '../../../source/code-host/commit-order.ts';
import {emptyRepository} from '../../helpers/work-tree.ts';
import {committing, type StartFile} from './committing.ts';

const names = ['a', 'b.txt', 'c d', 'é'];
const path = fc.array(fc.constantFrom(...names), {minLength: 1, maxLength: 3}).map(steps => steps.join('/'));
const file = fc.record({
	mode: fc.constantFrom('100644', '100644', '100755'),
	content: fc
		.oneof(fc.uint8Array({maxLength: 40}), fc.string({unit: 'binary'}))
		.map(content => Buffer.from(content as string)),
});

/** A tree with no path that is the folder of another. */
const tree = fc
	.dictionary(path, file, {minKeys: 1, maxKeys: 12})
	.map(files =>
		Object.fromEntries(
			Object.entries(files).filter(([name]) => !Object.keys(files).some(other => other.startsWith(`${name}/`))),
		),
	);

/** What leads from a tree to another one, file by file. */
function changesTo(after: Record<string, StartFile>, before: Record<string, StartFile>): FileChange[] {
	return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(name => {
		const [old, now] = [before[name], after[name]];
		const modeBefore = old?.mode ?? null;
		if (!now) return {path: name, mode: modeBefore!, modeBefore, content: null};
		const content = Buffer.from(now.content);
		const isSame = old && old.mode === now.mode && content.equals(Buffer.from(old.content));
		return isSame ? [] : {path: name, mode: now.mode!, modeBefore, content};
	});
}

/** The id of the tree with these files, by `git add` in a working tree. */
function treeByGit(files: Record<string, StartFile>): string {
	const local = emptyRepository();
	for (const [name, {mode, content}] of Object.entries(files)) {
		local.put({[name]: content}).chmod(name, mode === '100755' ? 0o755 : 0o644);
	}
	local.git('-c', 'core.autocrlf=false', 'add', '-A');
	const oid = local.git('write-tree');
	rmSync(join(local.root, '..'), {recursive: true});
	return oid;
}

test('the tree of a commit is the one that git makes of the same files', async () => {
	await fc.assert(
		fc.asyncProperty(tree, tree, async (before, after) => {
			const files = changesTo(after, before);
			fc.pre(files.length > 0);
			const {publisher, order, there, git} = await committing(before);
			const oid = treeByGit(after);
			const end = await publisher.commit({...order([]), files, tree: oid});
			expect(end).toMatchObject({kind: 'made', oid: there()});
			expect(git('rev-parse', `${there()}^{tree}`)).toBe(oid);
		}),
		{numRuns: 15},
	);
});
