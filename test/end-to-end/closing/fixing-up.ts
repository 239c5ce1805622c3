import {execFileSync} from 'node:child_process';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada} from './committing.ts';

/** Replaces lines of `src/list.txt` by their numbers, in one commit. */
export function change(tree: WorkTree, subject: string, lines: Record<number, string>, path = 'src/list.txt'): string {
	const all = tree.read(path).split('\n');
	for (const [line, text] of Object.entries(lines)) all[Number(line) - 1] = text;
	return commitAs(tree.put({[path]: all.join('\n')}), subject);
}

export function commitAs(tree: WorkTree, subject: string): string {
	tree.git('add', '-A');
	tree.git('commit', '-q', '--allow-empty', '-m', subject);
	return tree.head;
}

/** A branch on `main` with three commits: of line 3, of lines 6 and 7, of line 10. */
export function featureBranch(): WorkTree {
	const tree = workTree();
	tree.git('checkout', '-q', '-b', 'feature');
	change(tree, 'Name three', {3: 'three'});
	change(tree, 'Name six and seven', {6: 'six', 7: 'seven'});
	change(tree, 'Name ten', {10: 'ten'});
	return tree;
}

export const subjects = (tree: WorkTree, range = 'main..HEAD') =>
	tree.git('log', '--reverse', '--format=%s', range).split('\n').filter(Boolean);

/** As a user does it. @throws if a commit does not apply */
export function autosquash(tree: WorkTree, onto = 'main'): void {
	const env = {...tree.env, ...ada, GIT_SEQUENCE_EDITOR: 'true'};
	const quietly = ['-c', 'maintenance.auto=false'];
	execFileSync('git', [...quietly, 'rebase', '-q', '-i', '--autosquash', onto], {cwd: tree.root, env, stdio: 'pipe'});
}
