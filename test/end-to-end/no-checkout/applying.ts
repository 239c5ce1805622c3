import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {headOfBare} from '../../emulators/github/bare.ts';
import {bot} from '../../emulators/github/data.ts';
import {newFolder} from '../../helpers/folders.ts';
import type {Review} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {type Environment, type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada} from '../closing/committing.ts';
import type {PushReport} from '../closing/pushing.ts';
import {serving} from './reading.ts';

export const rabbit = {author: bot('coderabbitai')};

export type AppliedReport = Omit<PushReport, 'changes'> & {
	findings: {outcome: string}[];
	changes: {placement: {kind: string}}[];
	commits: {via: string; signed: boolean; pushed: boolean; url: string | null}[];
	run: {id: string; undo: string} | null;
};

/** Two suggestions by a bot. */
export const twoSuggestions = (review: Review) =>
	void review.suggest('src/list.txt', 2, ['item two'], rabbit).suggest('src/other.txt', 3, ['entry three'], rabbit);

const branch = 'refs/heads/feature';

type Options = Parameters<typeof serving>[1] & {tree?: WorkTree; clock?: ReturnType<typeof virtualClock>};

/** A pull request on an emulated host, and a folder without a clone from which it is changed. */
export async function applying(
	review: (review: Review) => void = twoSuggestions,
	{tree = workTree(), clock = virtualClock(Date.now()), ...more}: Options = {},
) {
	const served = await serving(tree, {review, ...more});
	const {bare, env, outside, url, data} = served;
	// The host reads where the branch is, and what it has, from the repository.
	writeFileSync(join(bare, branch), `${tree.head}\n`);
	delete data.commits;
	const git = (...args: string[]) =>
		execFileSync('git', ['--git-dir', bare, ...args], {env: {...tree.env, ...ada}})
			.toString()
			.trim();
	const there = () => headOfBare(bare, branch) ?? '';
	const call = async (args: readonly string[], other: Environment & {cwd?: string} = {}) => {
		const {cwd = newFolder(), ...variables} = other;
		await clock.sleep(1000);
		return outside.call(args, {cwd, env: {...env, ...variables}, clock});
	};
	const apply = async (...flags: string[]) => {
		const ended = await call(['apply', url, '--no-checkout', '--push', '--json', ...flags]);
		return {...ended, report: ended.json as AppliedReport};
	};
	return {
		...served,
		git,
		there,
		clock,
		call,
		apply,
		/** A file of the branch. */
		fileThere: (path: string) => execFileSync('git', ['--git-dir', bare, 'show', `${branch}:${path}`]).toString(),
		/** Somebody else commits these files to the branch. */
		moveThere: (files: Record<string, string>, message = 'Theirs') => {
			const index = `${newFolder()}/index`;
			const run = (args: string[], input?: string) =>
				execFileSync('git', ['--git-dir', bare, ...args], {env: {...tree.env, ...ada, GIT_INDEX_FILE: index}, input})
					.toString()
					.trim();
			run(['read-tree', branch]);
			for (const [path, content] of Object.entries(files)) {
				const blob = run(['hash-object', '-w', '--stdin'], content);
				run(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`]);
			}
			const oid = run(['commit-tree', run(['write-tree']), '-p', branch, '-m', message]);
			run(['update-ref', branch, oid]);
			return oid;
		},
		/** What the threads hold after their first comment, and whether they are resolved. */
		threads: () =>
			data.reviewThreads.map(({isResolved, comments}) => [
				isResolved,
				...comments.slice(1).map(({body}) => body.split('\n')[0]!),
			]),
	};
}
