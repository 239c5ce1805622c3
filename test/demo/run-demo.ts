import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {DemoRecording} from '../../demo/recording.ts';
import {type ChildOptions, type Ended, runChild} from '../helpers/child.ts';
import {lastingFolder, newFolder} from '../helpers/folders.ts';
import {executable, WorkTree} from '../helpers/work-tree.ts';

const root = join(import.meta.dirname, '../..');

/** Beside the program that is tested. */
export const demo = join(dirname(executable), 'demo.js');

type ThreadComment = {author: {login: string}; diffHunk: string | null; originalCommit: {oid: string}};

type Thread = {
	path: string;
	originalLine: number | null;
	diffSide: 'LEFT' | 'RIGHT';
	subjectType: 'LINE' | 'FILE';
	comments: ThreadComment[];
};

type Recording = Omit<DemoRecording, 'pullRequest'> & {
	pullRequest: Omit<DemoRecording['pullRequest'], 'reviewThreads'> & {headRefOid: string; reviewThreads: Thread[]};
};

export const recording: Recording = JSON.parse(readFileSync(join(root, 'demo/recording.json'), 'utf8'));

/** What Node has compiled of the programs, for the demos of all files. */
let compiled = '';

/** An environment in which the demo leaves its folder, and nothing else, in `folder`. */
export function environment(folder: string): Record<string, string | undefined> {
	compiled ||= lastingFolder();
	return {PATH: process.env.PATH, HOME: newFolder(), TMPDIR: folder, NODE_COMPILE_CACHE: compiled};
}

/** The repository that a demo has left in this folder, or the clone of it that publishes. */
export function treeIn(folder: string, name: 'web-shop' | 'clone' = 'web-shop'): WorkTree {
	const [made] = readdirSync(folder);
	return new WorkTree(join(folder, made!, name), newFolder());
}

/** Runs the built demo without a terminal. */
export async function runDemo(
	env: Record<string, string> = {},
	{args = [], ...options}: Pick<ChildOptions, 'meanwhile'> & {args?: readonly string[]} = {},
): Promise<{ended: Ended; folder: string}> {
	const folder = newFolder();
	const ended = await runChild(process.execPath, [demo, ...args], {
		cwd: newFolder(),
		env: {...environment(folder), ...env},
		...options,
	});
	return {ended, folder};
}

/** What the files hold at the head of the recording. */
export function filesAtHead(): Record<string, string> {
	const files = new Map(recording.repository.commits.flatMap(commit => Object.entries(commit.files)));
	return Object.fromEntries([...files].filter((entry): entry is [string, string] => entry[1] !== null));
}
