import {join} from 'node:path';
import {type Command, faultsOfClaims} from './claims.ts';
import type {Random} from './random.ts';
import {
	copyOf,
	faultsOfUndo,
	type Program,
	type ReviewedFiles,
	reviewFiles,
	runIn,
	stateOfTree,
	strangeFiles,
	type TreeState,
	tornFiles,
} from './review-of-files.ts';
import {differences} from './reviewed-tree.ts';
import {type Call, type Fault, runTraced} from './trace.ts';

/** The broken promises of a run with a failed system call; empty if there are none. */
export type Injected = {command: Command; fault: Fault; hit: string; faults: string[]};

/** Errors of system calls: a broken or full disk, no permission, too many open files, an odd file system. */
const errorsOf: Readonly<Record<string, readonly string[]>> = {
	access: ['EIO', 'EACCES', 'EPERM', 'EROFS'],
	fchmod: ['EIO', 'EPERM', 'EROFS'],
	fchown: ['EIO', 'EPERM', 'EROFS'],
	fsync: ['EIO', 'EINVAL', 'ENOSPC', 'EROFS'],
	ftruncate: ['EIO', 'EPERM', 'EINVAL'],
	getdents64: ['EIO', 'EACCES'],
	mkdir: ['EIO', 'EACCES', 'ENOSPC', 'EROFS'],
	newfstatat: ['EIO', 'EACCES'],
	openat: ['EIO', 'EACCES', 'EMFILE', 'ENOSPC', 'EPERM', 'EROFS'],
	pwrite64: ['EIO', 'ENOSPC'],
	read: ['EIO'],
	readlink: ['EIO', 'EACCES', 'EINVAL'],
	rename: ['EIO', 'EACCES', 'ENOSPC', 'EPERM', 'EROFS', 'EXDEV'],
	rmdir: ['EIO', 'EACCES', 'EPERM'],
	statx: ['EIO', 'EACCES'],
	symlink: ['EIO', 'EACCES', 'ENOSPC', 'EPERM', 'EROFS'],
	unlink: ['EIO', 'EACCES', 'EPERM', 'EROFS'],
	write: ['EIO', 'ENOSPC'],
};

/** Whether a call is on a path of the repository, not on one of the system or on Node's own events. */
function isOurs({line}: Call, root: string): boolean {
	const asked = line.replace(/^(\w+\()AT_FDCWD<[^>]*>/, '$1');
	return asked.includes(`${root}/`) || asked.includes(`<${root}>`) || asked.includes(`"${root}"`);
}

/** The calls, by name, of an undisturbed run on paths of its repository: their numbers, counted from 1. */
type Places = Map<string, number[]>;

function placesIn(calls: readonly Call[], root: string): Places {
	const byName = Map.groupBy(calls, ({name}) => name);
	const places = [...byName].map(([name, all]): [string, number[]] => [
		name,
		all.flatMap((call, index) => (isOurs(call, root) ? index + 1 : [])),
	]);
	return new Map(places.filter(([, numbers]) => numbers.length > 0));
}

/**
 * Lets one system call of `apply` or `undo` fail in each of many runs. Then it checks that every file is completely old or
 * new, that the report matches, that the next undo reverts everything, and that apply works again.
 */
export async function injectFaults(count: number, random: Random, program: Program): Promise<Injected[]> {
	const review = await reviewFiles(8, program);
	const trials = {
		apply: {args: [...review.apply, '--json'], copy: review.copy},
		undo: {
			args: ['undo', '--json'],
			copy: (name: string) => copyOf(join(program.folder, 'whole'), join(program.folder, name)),
		},
	} as const;
	const names = Object.keys(errorsOf);
	const placesOf = async (command: Command) => {
		const root = trials[command].copy(`undisturbed-${command}`);
		return placesIn((await runTraced(root, program, trials[command].args, names, null)).calls, root);
	};
	const places = {apply: await placesOf('apply'), undo: await placesOf('undo')};
	const results: Injected[] = [];
	for (let number = 0; results.length < count; number++) {
		if (number > 4 * count) throw new Error('System calls of the repository are too seldom hit.');
		const command = results.length % 2 === 0 ? 'apply' : 'undo';
		const {args, copy} = trials[command];
		const [call, numbers] = random.pick([...places[command]]);
		const fault = {call, error: random.pick(errorsOf[call]!), nth: random.pick(numbers)};
		const root = copy(`injected-${number}`);
		const {calls, ...ended} = await runTraced(root, program, args, names, fault);
		const hit = calls.find(({line}) => line.endsWith('(INJECTED)'));
		// Node's own writes wake its main thread, in numbers that differ between runs.
		if (!hit || !isOurs(hit, root)) continue;
		const now = stateOfTree(root);
		const faults = [...faultsOfFiles(review, now), ...faultsOfClaims(command, ended, review, now)];
		faults.push(...(await faultsAfterwards(root, review, program)));
		results.push({command, fault, hit: hit.line.replaceAll(`${root}/`, ''), faults});
	}
	return results;
}

function faultsOfFiles(review: ReviewedFiles, now: TreeState): string[] {
	const faults: string[] = [];
	const torn = tornFiles(review, now);
	if (torn.length > 0) faults.push(`neither old nor new: ${torn.join(', ')}`);
	const strange = strangeFiles(review, now);
	if (strange.length > 0) faults.push(`left behind: ${strange.join(', ')}`);
	const git = differences(review.before.git, now.git);
	if (git.length > 0) faults.push(`changed what is git's: ${git.join(', ')}`);
	return faults;
}

/** Without faults: an undo restores all old bytes, and another apply all new ones. */
async function faultsAfterwards(root: string, review: ReviewedFiles, program: Program): Promise<string[]> {
	const faults = await faultsOfUndo(root, review, program);
	const {exitCode} = await runIn(root, program, review.apply);
	if (exitCode !== 0) faults.push(`the next apply ended with ${exitCode}`);
	const again = stateOfTree(root);
	const left = [...differences(review.after.files, again.files), ...differences(review.before.git, again.git)];
	if (left.length > 0) faults.push(`the next apply left ${left.join(', ')}`);
	return faults;
}
