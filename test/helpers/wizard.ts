import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {hostOf} from './host.ts';
import {reviewOf} from './review-of.ts';
import {type Environment, type WorkTree, workTree} from './work-tree.ts';

/** A clone with a code host that answers and a token that it takes. */
export async function clone(): Promise<{tree: WorkTree; host: Environment}> {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	return {tree, host: (await hostOf([reviewOf(tree)])).env};
}

export const settingsPath = (tree: WorkTree) => join(tree.home, '.config/pr-resolve/config.json');
export const savedIn = (tree: WorkTree) => JSON.parse(readFileSync(settingsPath(tree), 'utf8')) as {llm: object};
