import {rmSync} from 'node:fs';
import type {Random} from '../random.ts';
import type {Program} from '../review-of-files.ts';
import type {HostedClone} from './hosted-clone.ts';
import {type Report, type RunEnd, runUntil} from './run-until.ts';

/** How a run that was killed was finished. */
export type Finished = {
	/** What was run, in order, and how it ended. */
	steps: string[];
	/** How many locks of a git that was killed had to be deleted. */
	locks: number;
};

const continueIt = ['apply', '--continue', '--json'];
const most = 10;

/**
 * Continues a run until that comes to its end, and deletes a lock of git that no git holds if it is in the way. A third of
 * the first two tries is killed as well.
 */
export async function finish(
	stage: HostedClone,
	{random, effects, program}: {random: Random; effects: number; program: Program},
): Promise<Finished> {
	const steps: string[] = [];
	let locks = 0;
	while (steps.length < most) {
		const isKilled = steps.length < 2 && random.next() < 1 / 3;
		const death = isKilled ? {at: 1 + random.below(effects), isGroup: random.next() < 0.5} : null;
		const ended = await runUntil(death, stage, program, continueIt);
		steps.push(describe(ended));
		if (ended.code === null) continue;
		const lock = lockIn(ended.json);
		if (lock === null) break;
		rmSync(lock, {force: true});
		locks += 1;
	}
	return {steps, locks};
}

const troubleIn = (report: Report | null) => [...(report?.error ? [report.error] : []), ...(report?.stops ?? [])];

/** The exit code and the codes of what went wrong. */
export function describe({code, json, stderr}: RunEnd): string {
	if (code === null) return 'killed';
	return json === null ? `${code} ${stderr}` : [code, ...troubleIn(json).map(one => one.code)].join(' ');
}

/** The file that a message names as the lock of another git. */
const lockIn = (report: Report | null): string | null =>
	[...troubleIn(report), ...(report?.warnings ?? []).map(({kind, text}) => ({code: kind, message: text}))]
		.map(({code, message}) => (code.endsWith('-locked') ? /\((\/.+\.lock)\)/.exec(message)?.[1] : undefined))
		.find(lock => lock !== undefined) ?? null;
