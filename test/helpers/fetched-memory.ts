import {memoryFile} from '../../source/resolve/memory-file.ts';
import type {Entry} from '../../source/run/memory/entry.ts';
import {formatMemory} from '../../source/run/memory/parse-memory.ts';
import type {WorkTree} from './work-tree.ts';

/** A clone of octo/app that has fetched these entries on its default branch; what is checked out has none of them. */
export function fetchedMemory(tree: WorkTree, entries: readonly Entry[]): WorkTree {
	tree.git('checkout', '-q', '-b', 'elsewhere');
	tree.commit({[memoryFile]: formatMemory(entries)});
	tree.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
	tree.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
	tree.git('checkout', '-q', '-');
	tree.git('branch', '-q', '-D', 'elsewhere');
	return tree.remote('origin', 'https://github.com/octo/app.git');
}
