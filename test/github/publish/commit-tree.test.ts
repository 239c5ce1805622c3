import {rmSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {codePoint} from '../../helpers/code-point.ts';
import {emptyRepository} from '../../helpers/work-tree.ts';
import {committing, edit, type StartFile} from './committing.ts';

const names = ['a', 'b.txt', 'c d', 'é'];
const path = fc.array(fc.constantFrom(...names), {minLength: 1, maxLength: 3}).map(steps => steps.join('/'));
const file = fc.record({
	mode: fc.constantFrom('100644', '100644', '100755'),
	content: fc
		.oneof(fc.uint8Array({maxLength: 40}), fc.string({unit: codePoint}))
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
	const contents = fc.infiniteStream(file.map(({content}) => content));
	await fc.assert(
		fc.asyncProperty(tree, contents, fc.infiniteStream(fc.boolean()), async (before, fresh, isEdited) => {
			const edited = Object.entries(before).filter(() => isEdited.next().value);
			fc.pre(edited.length > 0);
			const files = edited.map(([name, {mode}]) => edit(name, fresh.next().value, mode));
			const after = files.map(({path: name, ...one}) => [name, one] as const);
			const {publisher, order, there, git} = await committing(before);
			const oid = treeByGit({...before, ...Object.fromEntries(after)});
			const end = await publisher.commit({...order([]), files, tree: oid});
			expect(end).toMatchObject({kind: 'made', oid: there()});
			expect(git('rev-parse', `${there()}^{tree}`)).toBe(oid);
		}),
		{numRuns: 15},
	);
});
