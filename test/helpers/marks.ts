import {join} from 'node:path';
import {type Mark, openMarks} from '../../source/run/decisions/marks.ts';
import {pullRequest} from './pull-request.ts';
import type {WorkTree} from './work-tree.ts';

/** Keeps marks of the pull request 7 in a clone, as if a coding agent had made them. */
export async function keepMarks(
	{root}: Pick<WorkTree, 'root'>,
	marks: readonly (Pick<Mark, 'finding' | 'as' | 'bodyHash'> & Partial<Mark>)[],
): Promise<void> {
	const on = pullRequest({
		...{source: {kind: 'host', id: 'github'}, host: 'github.com', owner: 'octo', repo: 'app', number: 7},
	});
	const kept = openMarks(join(root, '.git/pr-resolve'), on, {log: () => {}});
	await kept.keep({marks: marks.map(mark => ({reason: null, by: 'agent', at: Date.now(), ...mark}))});
}
