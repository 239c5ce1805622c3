import fc from 'fast-check';
import {expect, test} from 'vitest';
import {median, timeInTurns} from '../../bench/timing.ts';

/** Tasks that take the given time, by their own clock, and record that they ran. */
function rehearsal(durations: Record<string, number[]>) {
	let clock = 0;
	const ran: string[] = [];
	const task = (name: string, times: number[]) => ({
		prepare: () => {
			clock += 1000;
		},
		run: () => {
			ran.push(name);
			clock += times[ran.filter(other => other === name).length - 1]!;
		},
	});
	const tasks = Object.fromEntries(Object.entries(durations).map(([name, times]) => [name, task(name, times)]));
	return {tasks, ran, now: () => clock};
}

test('the median is the middle value, or the mean of the two in the middle', () => {
	expect(median([7])).toBe(7);
	expect(median([10, 1, 3])).toBe(3);
	expect(median([4, 1, 100, 2])).toBe(3);
	expect(() => median([])).toThrow(RangeError);
});

test('as many values lie below the median as above it, in whatever order they come', () => {
	// Adding 0 makes -0 a 0: sorting leaves the two in the order in which they came, and toBe tells them apart.
	const value = fc.double({noNaN: true, min: -1e6, max: 1e6}).map(number => number + 0);
	const values = fc.array(value, {minLength: 1});
	fc.assert(
		fc.property(values, numbers => {
			const middle = median(numbers);
			const below = numbers.filter(value => value < middle).length;
			const above = numbers.filter(value => value > middle).length;
			expect(Math.max(below, above)).toBeLessThanOrEqual(numbers.length / 2);
			expect(median(numbers.toReversed())).toBe(middle);
		}),
	);
});

test('the warm-up and the preparation do not count', () => {
	const {tasks, now} = rehearsal({slow: [900, 30, 10, 20], fast: [900, 1, 3, 2]});
	expect(timeInTurns(tasks, {runs: 3, warmUp: 1, now})).toEqual({slow: 20, fast: 2});
});

test('the tasks take turns, and no task always runs behind the same other one', () => {
	const {tasks, ran, now} = rehearsal({a: [1, 1, 1], b: [1, 1, 1], c: [1, 1, 1]});
	timeInTurns(tasks, {runs: 2, warmUp: 1, now});
	expect(ran.join('')).toBe('cbaabccba');
});
