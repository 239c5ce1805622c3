import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {SyntaxFault} from '../../../source/worktree/syntax/faults.ts';
import {isWorse} from '../../../source/worktree/syntax/is-worse.ts';

const fault = (start: number, end: number): SyntaxFault => ({start, end});

test('a fault that moved, or took the place of another one, is no more than before', () => {
	expect(isWorse([fault(3, 5)], [fault(13, 15)], 10)).toBe(false);
	expect(isWorse([fault(3, 5)], [fault(3, 5)], 0)).toBe(false);
});

test('more faults are worse, even without a text', () => {
	expect(isWorse([fault(3, 5)], [fault(3, 5), fault(9, 9)], 0)).toBe(true);
});

test('one fault that swallows the others is worse', () => {
	expect(isWorse([fault(3, 5), fault(50, 52)], [fault(0, 90)], 0)).toBe(true);
});

test('a fault that grew with the text in it is not worse', () => {
	expect(isWorse([fault(0, 90)], [fault(0, 110)], 20)).toBe(false);
});

test('edits that are made one after the other are allowed no more than together', () => {
	expect(isWorse([fault(0, 50)], [fault(0, 60)], 10)).toBe(false);
	expect(isWorse([fault(0, 50)], [fault(0, 60)], 9)).toBe(true);
});

test('no edit is worse than itself, and nothing is worse than more of it', () => {
	const faults = fc
		.array(fc.record({start: fc.nat(99), length: fc.nat(20)}))
		.map(all => all.sort((a, b) => a.start - b.start).map(({start, length}) => fault(start, start + length)));
	fc.assert(
		fc.property(faults, fc.nat(10), (some, added) => {
			expect(isWorse(some, some, added)).toBe(false);
			const more = [...some, fault(100, 100)];
			expect(isWorse(some, more, added)).toBe(true);
			expect(isWorse(more, some, added)).toBe(false);
		}),
	);
});
