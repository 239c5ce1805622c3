import {execFileSync} from 'node:child_process';
import {memoryFile} from '../../../source/resolve/memory-file.ts';
import type {Entry} from '../../../source/run/memory/entry.ts';
import {formatMemory} from '../../../source/run/memory/parse-memory.ts';
import {bot} from '../../emulators/github/data.ts';
import {entry} from '../../helpers/memory-entry.ts';
import type {Review} from '../../helpers/review-of.ts';
import {ada} from '../closing/committing.ts';
import {type Pushing, pushing} from '../closing/pushing.ts';

export const rabbit = {author: bot('coderabbitai')};

/** A file in a commit on a branch of the bare repository, which has nothing else. @returns the commit */
export function putThere(
	{bare, tree}: Pick<Pushing, 'bare' | 'tree'>,
	text: string,
	{mode = '100644', branch = 'main'} = {},
) {
	const git = (args: readonly string[], input = '') =>
		execFileSync('git', ['-C', bare, ...args], {env: {...tree.env, ...ada}, input, stdio: 'pipe'})
			.toString()
			.trim();
	const blob = git(['hash-object', '-w', '--stdin'], text);
	const [folder, name] = memoryFile.split('/');
	const inner = git(['mktree'], `${mode} blob ${blob}\t${name}\n`);
	const commit = git([
		'commit-tree',
		git(['mktree'], `040000 tree ${inner}\t${folder}\n`),
		'-m',
		'Decline it for good',
	]);
	git(['update-ref', `refs/heads/${branch}`, commit]);
	return commit;
}

/** An entry about the suggestions of `twoByRabbit` on `src/list.txt`. */
export const onList = (fields: Partial<Entry> = {}): Entry =>
	entry({words: ['Better', 'so'], path: 'src/list.txt', until: '2999-12-31', ...fields});

/** Two suggestions of a bot, in two files. */
export const twoByRabbit = (review: Review) =>
	void review.suggest('src/list.txt', 2, ['item two'], rabbit).suggest('src/other.txt', 3, ['entry three'], rabbit);

/** A pull request of which the default branch has these entries. */
export async function remembering(
	entries: readonly Entry[] | string = [onList()],
	options: Parameters<typeof pushing>[0] = {},
	where: Parameters<typeof putThere>[2] = {},
) {
	const world = await pushing({review: twoByRabbit, ...options});
	const commit = putThere(world, typeof entries === 'string' ? entries : formatMemory(entries), where);
	return {...world, commit};
}

export type Remembered = {
	findings: {
		id: string;
		outcome: string;
		reason: string;
		memory?: {entry: string; by: string; commit: string | null};
	}[];
	receipt: {memory?: object};
	warnings: {kind: string; text: string}[];
	summary: Record<string, number>;
};
