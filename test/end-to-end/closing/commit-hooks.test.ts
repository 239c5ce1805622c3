import {chmodSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada} from './committing.ts';

/** A hook that leaves a trace and refuses everything. */
function hook(tree: WorkTree, path: string): void {
	tree.put({[path]: '#!/bin/sh\ntouch hook-was-run\nexit 1\n'});
	chmodSync(join(tree.root, path), 0o755);
}

async function warningsOf(tree: WorkTree, env: Record<string, string> = {}): Promise<string[]> {
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const {code, json} = await tree.call(['apply', '--from', from, '--commit', '--json'], {env: {...ada, ...env}});
	expect([code, tree.git('log', '-1', '--format=%s').trim()]).toEqual([0, 'Apply suggestion from code review']);
	expect(tree.git('status', '--porcelain')).not.toContain('hook-was-run');
	return (json as {warnings: {kind: string; text: string}[]}).warnings
		.filter(({kind}) => kind === 'hooks-skipped')
		.map(({text}) => text);
}

test('hooks in the folder of git are not run, and a warning names them', async () => {
	const tree = workTree();
	hook(tree, '.git/hooks/pre-commit');
	hook(tree, '.git/hooks/commit-msg');
	expect(await warningsOf(tree)).toEqual(['these hooks were not run: pre-commit, commit-msg (--hooks runs them)']);
});

test('hooks where the settings of git have them are not run either', async () => {
	const tree = workTree();
	tree.git('config', 'core.hooksPath', '.husky/_');
	hook(tree, '.husky/_/pre-commit');
	expect(await warningsOf(tree)).toEqual(['this hook was not run: pre-commit (--hooks runs it)']);
});

test('an empty path is the root of the file system, as for git', async () => {
	const tree = workTree();
	tree.git('config', 'core.hooksPath', '');
	hook(tree, 'pre-commit');
	hook(tree, '.git/hooks/pre-commit');
	expect(await warningsOf(tree)).toEqual([]);
});

test('no warning without a hook that git would run', async () => {
	const tree = workTree();
	hook(tree, '.git/hooks/pre-push');
	tree.put({'.git/hooks/pre-commit': 'not executable'});
	expect(await warningsOf(tree)).toEqual([]);
});

test('no warning if the user has set that no hooks are run', async () => {
	const tree = workTree();
	hook(tree, '.git/hooks/pre-commit');
	expect(await warningsOf(tree, {CR_HOOKS: 'false'})).toEqual([]);
});
