import {basename} from 'node:path';
import {advise, Failure, type Way} from '../../failure.ts';
import {readCheckout} from '../checkout.ts';
import type {Git, GitResult} from '../git.ts';
import {checked} from './index-entries.ts';

/** How often and at what interval a lock of another git process is tried. */
const tries = 20;
const everyMs = 250;

/** What is done with a commit, for a failure. */
export type CommitAction = {
	/** `Cannot <verb>`. */
	verb: string;
	/** What does it later. */
	again: Way;
};

/** `sleep` resolves after this time. */
export type LockPatience = {sleep: (ms: number) => Promise<void>; action: CommitAction};

/** Runs a git command until it fails for another reason than a lock of another git process. `lock`: the file that stayed. */
export async function tryForLock(
	command: () => Promise<GitResult>,
	sleep: LockPatience['sleep'],
): Promise<{result: GitResult; lock: string | null}> {
	for (let left = tries; ; left--) {
		const result = await command();
		const [, lock = null] = /Unable to create '(.+\.lock)': File exists/.exec(result.stderr) ?? [];
		if (result.code === 0) return {result, lock: null};
		if (lock === null || left === 0) return {result, lock};
		await sleep(everyMs);
	}
}

/** As `tryForLock`. The caller handles the result. @throws {Failure} `index-locked`, `branch-locked` */
export async function waitForLock(
	command: () => Promise<GitResult>,
	{sleep, action}: LockPatience,
): Promise<GitResult> {
	const {result, lock} = await tryForLock(command, sleep);
	if (lock !== null) throw lockedBy(lock, action);
	return result;
}

/** As `waitForLock`, for a command that has no other reason to fail. @throws {Failure} `git-failed` too */
export const runUnlocked = async (command: () => Promise<GitResult>, patience: LockPatience) =>
	checked(await waitForLock(command, patience));

/**
 * Waits until no other git has HEAD locked. One that was killed right after it moved the branch leaves that lock, and only
 * the next commit would meet it.
 * @throws {Failure} `branch-locked`
 */
export async function waitForHead(git: Git, patience: LockPatience): Promise<void> {
	const {head} = await readCheckout(git);
	// This locks HEAD and its branch, and lets go of both.
	const input = `start\nverify HEAD ${head ?? ''}\nprepare\nabort\n`;
	await waitForLock(() => git.run(['update-ref', '--stdin'], {input}), patience);
}

function lockedBy(file: string, {verb, again}: CommitAction): Failure {
	const isIndex = basename(file) === 'index.lock';
	return new Failure(
		'failed',
		isIndex ? 'index-locked' : 'branch-locked',
		`Cannot ${verb}: another git command or an editor has the ${isIndex ? 'index' : 'branch'} locked (${file}).`,
		advise`Wait until it is done, then ${again}. If no git is running, delete that file first.`,
	);
}
