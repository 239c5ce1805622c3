import {Failure} from '../../failure.ts';
import type {ObjectStore} from './object-store.ts';

/** A file below a folder: the names on the way to it, and the id of its new blob. */
type NewFile = {steps: string[]; oid: string};

/**
 * A tree with other contents of some of its files. Only their folders are read and added, however large the tree is.
 * @param tree its id, or a name of it (`HEAD^{tree}`)
 * @param files id of the blob by path; the tree has all these files
 * @returns the id of the new tree
 * @throws {Failure} `git-failed`
 */
export function replaceFiles(store: ObjectStore, tree: string, files: ReadonlyMap<string, string>): Promise<string> {
	return replaceIn(
		store,
		tree,
		[...files].map(([path, oid]) => ({steps: path.split('/'), oid})),
	);
}

async function replaceIn(store: ObjectStore, tree: string, files: readonly NewFile[]): Promise<string> {
	const bytes = Buffer.from(await store.read(tree));
	const {oidLength} = store;
	for (const [name, inside] of Map.groupBy(files, ({steps: [name = '']}) => name)) {
		const at = oidOffset(bytes, name, oidLength);
		const [first] = inside;
		const oid =
			first?.steps.length === 1
				? first.oid
				: await replaceIn(
						store,
						bytes.toString('hex', at, at + oidLength),
						inside.map(({steps, oid}) => ({steps: steps.slice(1), oid})),
					);
		bytes.write(oid, at, 'hex');
	}
	return store.add('tree', bytes);
}

/** Where the id of an entry is in a tree: its entries are `<mode> <name>\0<id>`, one after the other. */
function oidOffset(tree: Buffer, name: string, oidLength: number): number {
	const wanted = Buffer.from(name);
	for (let at = 0; at < tree.length; ) {
		const start = tree.indexOf(0x20, at) + 1;
		const end = tree.indexOf(0, start);
		if (tree.subarray(start, end).equals(wanted)) return end + 1;
		at = end + 1 + oidLength;
	}
	throw new Failure('failed', 'git-failed', `git failed: the commit has no ${name}`);
}
