/** A task to time. Both parts are synchronous, so nothing else runs meanwhile. */
export type Task = {
	/** Prepares a run; not timed. */
	prepare?: () => void;
	run: () => void;
};

export type Plan = {
	/** Timed runs of each task. */
	runs: number;
	/** Runs of each task before the first timed one. */
	warmUp: number;
	/** A clock in milliseconds. */
	now: () => number;
};

/**
 * Alternates between the tasks, so that a busy machine slows all of them down, and returns the median of each in
 * milliseconds. Every other round is in reverse order, so that no task always follows the same one.
 */
export function timeInTurns<Name extends string>(tasks: Record<Name, Task>, plan: Plan): Record<Name, number> {
	const entries = Object.entries<Task>(tasks).map(([name, task]) => ({name, task, times: [] as number[]}));
	for (let round = -plan.warmUp; round < plan.runs; round++) {
		for (const {task, times} of round % 2 === 0 ? entries : entries.toReversed()) {
			task.prepare?.();
			const start = plan.now();
			task.run();
			const time = plan.now() - start;
			if (round >= 0) times.push(time);
		}
	}
	return Object.fromEntries(entries.map(({name, times}) => [name, median(times)])) as Record<Name, number>;
}

/** The median: the middle value, or the mean of the two in the middle. @throws {RangeError} without values */
export function median(values: readonly number[]): number {
	if (values.length === 0) throw new RangeError('no values have no median');
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that this share (0 to 1) of the values does not exceed. @throws {RangeError} without values */
export function percentile(values: readonly number[], share: number): number {
	if (values.length === 0) throw new RangeError('no values have no percentile');
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}
