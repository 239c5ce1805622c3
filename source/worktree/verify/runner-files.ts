import {lstat, readFile, rm} from 'node:fs/promises';
import type {Environment} from '../../system/environment.ts';
import {replaceFile} from '../../system/replace-file.ts';

/** Files through which a step of a workflow acts on its job. Source: docs.github.com, "Workflow commands for GitHub Actions". */
const names = ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY', 'GITHUB_STATE'];

/** Whether the program runs in a job of GitHub Actions. */
const isInJob = ({GITHUB_ACTIONS}: Environment) => GITHUB_ACTIONS === 'true';

/** Whether a variable belongs to the runner of this job alone: its files, addresses and tokens. */
export const isOfRunner = (name: string, env: Environment): boolean =>
	isInJob(env) && (names.includes(name) || name.startsWith('ACTIONS_'));

/** The files of the runner, by absolute path; none outside a job. */
export const runnerFiles = (env: Environment): string[] => (isInJob(env) ? names.flatMap(name => env[name] || []) : []);

/** Reads files; the function that it returns gives them their contents back, whatever has been made of them. */
export async function keepFiles(paths: readonly string[]): Promise<() => Promise<void>> {
	const kept = await Promise.all(paths.map(async path => [path, await readKept(path)] as const));
	return async () => {
		for (const [path, before] of kept) await putBack(path, before);
	};
}

type Kept = {content: Buffer; mode: number};

/** Null if there is no such file. */
async function readKept(path: string): Promise<Kept | null> {
	const stats = await lstat(path).catch(() => null);
	return stats?.isFile() ? {content: await readFile(path), mode: stats.mode & 0o777} : null;
}

async function putBack(path: string, before: Kept | null): Promise<void> {
	const stats = await lstat(path).catch(() => null);
	if (before && stats?.isFile() && stats.size === before.content.length) {
		if ((await readFile(path)).equals(before.content)) return;
	}
	await rm(path, {recursive: true, force: true});
	if (before) await replaceFile(path, before.content, {mode: before.mode});
}
