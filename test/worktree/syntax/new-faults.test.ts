import fc from 'fast-check';
import {expect, test} from 'vitest';
import {newFaults} from '../../../source/worktree/syntax/new-faults.ts';

const fault = (key: string, start: number, end: number) => ({key, start, end, line: start + 1});
const reading = (length: number, ...faults: ReturnType<typeof fault>[]) => ({text: 'x'.repeat(length), faults});

test('a fault that moved is not new', () => {
	expect(newFaults(reading(20, fault('ERROR a', 3, 5)), reading(30, fault('ERROR a', 13, 15)))).toEqual([]);
});

test('a fault that took the place of another one is not counted as more', () => {
	expect(newFaults(reading(20, fault('ERROR a', 3, 5)), reading(20, fault('ERROR b', 3, 5)))).toEqual([]);
});

test('of more faults, those count that were not there', () => {
	const [a, b] = [fault('ERROR a', 3, 5), fault('; ', 9, 9)];
	expect(newFaults(reading(20, a), reading(20, a, b))).toEqual([b]);
	expect(newFaults(reading(20, a), reading(20, a, fault('ERROR a', 9, 11)))).toEqual([fault('ERROR a', 9, 11)]);
});

test('one fault that swallows the others is new', () => {
	const all = fault('ERROR class {', 0, 90);
	expect(newFaults(reading(100, fault('ERROR a', 3, 5), fault('ERROR b', 50, 52)), reading(99, all))).toEqual([all]);
});

test('a fault that grew with the text in it is not new', () => {
	expect(newFaults(reading(100, fault('ERROR {', 0, 90)), reading(120, fault('ERROR {', 0, 110)))).toEqual([]);
});

test('edits that are made one after the other are allowed no more than together', () => {
	const [before, between, after] = [
		reading(100, fault('ERROR {', 0, 50)),
		reading(80, fault('ERROR {', 0, 50)),
		reading(90, fault('ERROR {', 0, 60)),
	];
	expect([newFaults(before, between), newFaults(between, after)]).toEqual([[], []]);
	expect(newFaults(before, after, 10)).toEqual([]);
	expect(newFaults(before, after, 9)).toHaveLength(1);
});

test('no edit is worse than itself, and nothing is worse than more of it', () => {
	const faults = fc
		.array(fc.record({key: fc.constantFrom('a', 'b'), start: fc.nat(99), length: fc.nat(20)}))
		.map(all => all.sort((a, b) => a.start - b.start).map(({key, start, length}) => fault(key, start, start + length)));
	fc.assert(
		fc.property(faults, fc.nat(10), (some, added) => {
			expect(newFaults(reading(100, ...some), reading(100 + added, ...some))).toEqual([]);
			const more = [...some, fault('c', 100, 100)];
			expect(newFaults(reading(100, ...some), reading(100, ...more))).toEqual([fault('c', 100, 100)]);
			expect(newFaults(reading(100, ...more), reading(100, ...some))).toEqual([]);
		}),
	);
});
