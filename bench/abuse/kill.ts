import {spawn} from 'node:child_process';
import type {Random} from './random.ts';
import {
	faultsOfUndo,
	type Program,
	type ReviewedFiles,
	reviewFiles,
	runIn,
	stateOfTree,
	strangeFiles,
	tornFiles,
} from './review-of-files.ts';
import {differences} from './reviewed-tree.ts';

/** The broken promises of a killed run; empty if there are none. */
export type Killed = {signal: NodeJS.Signals; faults: string[]; isHalfDone: boolean};

const signals = ['SIGKILL', 'SIGKILL', 'SIGHUP', 'SIGTERM', 'SIGINT'] as const;

/**
 * Starts runs and ends each at a random moment with a random signal. Then it checks that every file is completely old or
 * new, that git's own data is untouched, and that the next undo reverts everything. Every third undo is killed and repeated.
 */
export async function killRuns(count: number, random: Random, program: Program): Promise<Killed[]> {
	const review = await reviewFiles(14, program);
	const timed = review.copy('timed');
	const began = performance.now();
	await runIn(timed, program, review.apply);
	const lengthMs = performance.now() - began;
	const results: Killed[] = [];
	for (let number = 0; number < count; number++) {
		const root = review.copy(`kill-${number}`);
		const signal = random.pick(signals);
		const delayMs = lengthMs * (0.25 + 0.85 * random.next());
		const end = await endedBy(signal, delayMs, program, root, review.apply);
		results.push({signal, ...(await judge({root, signal, end, review, isTwice: number % 3 === 0, random}, program))});
	}
	return results;
}

type Case = {
	root: string;
	signal: NodeJS.Signals;
	end: number | NodeJS.Signals;
	review: ReviewedFiles;
	isTwice: boolean;
	random: Random;
};

async function judge({root, signal, end, review, isTwice, random}: Case, program: Program) {
	const faults: string[] = [];
	const now = stateOfTree(root);
	const torn = tornFiles(review, now);
	if (torn.length > 0) faults.push(`neither old nor new: ${torn.join(', ')}`);
	if (signal !== 'SIGKILL') {
		if (![0, 130].includes(end as number) && end !== signal) faults.push(`${signal} ended it with ${end}`);
		if (strangeFiles(review, now).length > 0) faults.push(`${signal} left a temporary file`);
	}
	const changed = differences(review.before.files, now.files).length;
	if (isTwice) await endedBy('SIGKILL', random.next() * 1000, program, root, ['undo']);
	faults.push(...(await faultsOfUndo(root, review, program)));
	const all = differences(review.before.files, review.after.files).length;
	return {faults, isHalfDone: changed > 0 && changed < all};
}

/** The end of a run that got a signal after a while. */
function endedBy(
	signal: NodeJS.Signals,
	delayMs: number,
	{node, cli, env}: Program,
	cwd: string,
	args: readonly string[],
): Promise<number | NodeJS.Signals> {
	const child = spawn(node, [cli, ...args], {cwd, env, stdio: 'ignore'});
	const timer = setTimeout(() => child.kill(signal), delayMs);
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code, by) => {
			clearTimeout(timer);
			resolve(code ?? by!);
		});
	});
}
