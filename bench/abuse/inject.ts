import {join} from 'node:path';
import type {Report} from '../../source/run/report.ts';
import type {UndoReport} from '../../source/run/undo.ts';
import type {Random} from './random.ts';
import {
	copyOf,
	type Ended,
	faultsOfUndo,
	type Looks,
	looks,
	type Program,
	type Reviewed,
	reviewFiles,
	runIn,
	strangeFiles,
	tornFiles,
} from './review-of-files.ts';
import {differences} from './reviewed-tree.ts';
import {type Call, type Fault, runTraced} from './trace.ts';

/** What a run left wrong in which a system call failed; empty where all is as promised. `hit` is null where it did not come to that call. */
export type Injected = {command: 'apply' | 'undo'; fault: Fault; hit: string | null; faults: string[]};

/** Errors that a system call can meet: a broken or full disk, no permission, too many open files, an odd file system. */
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

/** Calls by name that an undisturbed run makes on paths of its own repository: their numbers, counted from 1. */
type Places = Map<string, number[]>;

function placesIn(calls: readonly Call[], root: string): Places {
	const byName = Map.groupBy(calls, ({name}) => name);
	const isOurs = ({line}: Call) => {
		const asked = line.replace(/^(\w+\()AT_FDCWD<[^>]*>/, '$1');
		return asked.includes(`${root}/`) || asked.includes(`<${root}>`) || asked.includes(`"${root}"`);
	};
	const places = [...byName].map(([name, all]): [string, number[]] => [
		name,
		all.flatMap((call, index) => (isOurs(call) ? index + 1 : [])),
	]);
	return new Map(places.filter(([, numbers]) => numbers.length > 0));
}

/**
 * Has one system call of `apply` or `undo` fail in each of so many runs, then looks whether every file is wholly old or
 * wholly new and the report says so, whether the next undo takes all of it back, and whether apply works again then.
 */
export async function injectFaults(count: number, random: Random, program: Program): Promise<Injected[]> {
	const review = await reviewFiles(8, program);
	const trials = {
		apply: {args: [...review.apply, '--json'], copy: review.copy, faultsOf: faultsOfApply},
		undo: {
			args: ['undo', '--json'],
			copy: (name: string) => copyOf(join(program.folder, 'whole'), join(program.folder, name)),
			faultsOf: faultsOfTakingBack,
		},
	} as const;
	const names = Object.keys(errorsOf);
	const placesOf = async (command: keyof typeof trials) => {
		const root = trials[command].copy(`undisturbed-${command}`);
		return placesIn((await runTraced(root, program, trials[command].args, names, null)).calls, root);
	};
	const places = {apply: await placesOf('apply'), undo: await placesOf('undo')};
	const results: Injected[] = [];
	for (let number = 0; number < count; number++) {
		const command = number % 2 === 0 ? 'apply' : 'undo';
		const {args, copy, faultsOf} = trials[command];
		const [call, numbers] = random.pick([...places[command]]);
		const fault = {call, error: random.pick(errorsOf[call]!), nth: random.pick(numbers)};
		const root = copy(`injected-${number}`);
		const {calls, ...ended} = await runTraced(root, program, args, names, fault);
		const hit = calls.find(({line}) => line.endsWith('(INJECTED)'))?.line ?? null;
		const now = looks(root);
		const faults = [...faultsOfFiles(review, now), ...faultsOf(ended, review, now)];
		faults.push(...(await faultsAfterwards(root, review, program)));
		results.push({command, fault, hit: hit?.replaceAll(`${root}/`, '') ?? null, faults});
	}
	return results;
}

function faultsOfFiles(review: Reviewed, now: Looks): string[] {
	const faults: string[] = [];
	const torn = tornFiles(review, now);
	if (torn.length > 0) faults.push(`neither old nor new: ${torn.join(', ')}`);
	const strange = strangeFiles(review, now);
	if (strange.length > 0) faults.push(`left behind: ${strange.join(', ')}`);
	const git = differences(review.before.git, now.git);
	if (git.length > 0) faults.push(`changed what is git's: ${git.join(', ')}`);
	return faults;
}

type Failed = {error?: {message: string}; exitCode: number};

function parsed<Document>(printed: string): (Failed & Document) | null {
	try {
		return JSON.parse(printed);
	} catch {
		return null;
	}
}

/** Where a command failed as a whole, its message says whether files were changed all the same. */
function faultsOfFailure(message: string, changed: readonly string[], admission: string): string[] {
	const admits = message.includes(admission);
	if (admits === changed.length > 0) return [];
	return [`${changed.length} files changed, and the message is: ${message}`];
}

function faultsOfApply({exitCode, printed}: Ended, review: Reviewed, now: Looks): string[] {
	const faults: string[] = [];
	const report = parsed<Report>(printed);
	if (!report) return [`ended with ${exitCode} and printed no JSON document: ${printed.slice(0, 200)}`];
	const changed = differences(review.before.files, now.files);
	const isDone = differences(review.after.files, now.files).length === 0;
	if (exitCode === 0 && !isDone) faults.push('exit code 0, and not all was applied');
	if (report.exitCode !== exitCode) faults.push(`ended with ${exitCode}, and the report says ${report.exitCode}`);
	if (report.error) return [...faults, ...faultsOfFailure(report.error.message, changed, 'Its files were written')];
	for (const {path, outcome} of report.changes) {
		if ((outcome === 'applied') !== changed.includes(path)) faults.push(`says ${outcome} of ${path}`);
	}
	if (new Set(report.changes.map(({path}) => path)).size < review.before.files.size && exitCode === 0) {
		faults.push('does not report all files');
	}
	return faults;
}

function faultsOfTakingBack({exitCode, printed}: Ended, review: Reviewed, now: Looks): string[] {
	const faults: string[] = [];
	const report = parsed<UndoReport>(printed);
	if (!report) return [`ended with ${exitCode} and printed no JSON document: ${printed.slice(0, 200)}`];
	const restored = differences(review.after.files, now.files);
	const isDone = differences(review.before.files, now.files).length === 0;
	if (exitCode === 0 && !isDone) faults.push('exit code 0, and not all was restored');
	if (report.exitCode !== exitCode) faults.push(`ended with ${exitCode}, and the report says ${report.exitCode}`);
	if (report.error) return [...faults, ...faultsOfFailure(report.error.message, restored, 'Its files were restored')];
	for (const {path, outcome} of report.files) {
		if ((outcome === 'restored') !== restored.includes(path)) faults.push(`says ${outcome} of ${path}`);
	}
	if (report.files.length !== review.before.files.size) faults.push('does not report all files');
	return faults;
}

/** Undisturbed again: an undo brings all of the old bytes back, and another apply all of the new ones. */
async function faultsAfterwards(root: string, review: Reviewed, program: Program): Promise<string[]> {
	const faults = await faultsOfUndo(root, review, program);
	const {exitCode} = await runIn(root, program, review.apply);
	if (exitCode !== 0) faults.push(`the next apply ended with ${exitCode}`);
	const again = looks(root);
	const left = [...differences(review.after.files, again.files), ...differences(review.before.git, again.git)];
	if (left.length > 0) faults.push(`the next apply left ${left.join(', ')}`);
	return faults;
}
