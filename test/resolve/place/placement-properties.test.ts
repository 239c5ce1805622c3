import fc from 'fast-check';
import {expect, test} from 'vitest';
import {minimalEdits} from '../../../source/resolve/edits.ts';
import {compare} from '../../../source/resolve/place/comparison.ts';
import {type Placement, place} from '../../../source/resolve/place/placement.ts';
import {spliceText} from '../../../source/resolve/text.ts';
import {type Drift, drift, replacementFor} from '../../helpers/drift.ts';
import {textOf} from '../../helpers/proposal.ts';

const withReplacement = (drifts: fc.Arbitrary<Drift>) =>
	drifts.chain(given => fc.tuple(fc.constant(given), replacementFor(given.marked)));

function placeWhole({seen, start, end}: Drift, lines: string[], today: string[]): Placement {
	return place(compare({lines: seen, firstLine: 1, whole: true}, today), {start, end, lines});
}

/** The reviewer's lines known only from a hunk, which ends at the last marked one. */
function placePart({seen, start, end}: Drift, lines: string[], today: string[], shown: number): Placement {
	const first = Math.max(1, start - shown);
	const hunk = {lines: seen.slice(first - 1, end), firstLine: first, whole: false};
	return place(compare(hunk, today), {start, end, lines});
}

const apply = (placement: Placement, today: string[]): string[] | null =>
	'edits' in placement ? spliceText(textOf(today), placement.edits).lines : null;

test('a change lands where the marked lines went, and the rest stays as it was edited meanwhile', () => {
	fc.assert(
		fc.property(withReplacement(drift()), ([given, lines]) => {
			const today = given.today(given.marked);
			const placement = placeWhole(given, lines, today);
			expect(placement).toMatchObject({
				kind: given.startToday === given.start ? 'exact' : 'moved',
				start: given.startToday,
				end: given.startToday + given.marked.length - 1,
			});
			expect(apply(placement, today)).toEqual(given.today(lines));
		}),
		{numRuns: 500},
	);
});

test('a change whose lines were edited is never made', () => {
	const edited = withReplacement(drift()).chain(([given, lines]) => {
		const touched = minimalEdits(given.marked, lines).flatMap(({from, to}) =>
			Array.from({length: to - from}, (_, index) => from + index),
		);
		const choice: fc.Arbitrary<number[]> =
			touched.length === 0 ? fc.constant([]) : fc.subarray(touched, {minLength: 1});
		return fc.tuple(fc.constant(given), fc.constant(lines), choice, fc.boolean());
	});
	fc.assert(
		fc.property(edited, ([given, lines, touched, isDeleted]) => {
			fc.pre(touched.length > 0);
			const middle = given.marked.flatMap((line, index) => {
				if (!touched.includes(index)) return [line];
				return isDeleted ? [] : [`${line}, edited`];
			});
			const placement = placeWhole(given, lines, given.today(middle));
			expect(placement).not.toHaveProperty('edits');
			if (!isDeleted) expect(['stale', 'gone']).toContain(placement.kind);
		}),
		{numRuns: 500},
	);
});

test('a change that was made is already applied, whatever else was edited, and is not made twice', () => {
	fc.assert(
		fc.property(withReplacement(drift()), ([given, lines]) => {
			const placement = placeWhole(given, lines, given.today(lines));
			expect(placement).not.toHaveProperty('edits');
			if (lines.some(line => line.startsWith('fix'))) expect(placement.kind).toBe('already-applied');
		}),
		{numRuns: 500},
	);
});

const lookAlikes = drift('ab{}').chain(given =>
	fc.tuple(fc.constant(given), fc.array(fc.constantFrom('a', 'b', '{', '}', 'X'), {maxLength: 4})),
);

test('made in an otherwise unchanged file it is already applied, even among look-alikes', () => {
	fc.assert(
		fc.property(lookAlikes, ([given, lines]) => {
			const {seen, start, end} = given;
			const after = seen.toSpliced(start - 1, end - start + 1, ...lines);
			const before = placeWhole(given, lines, seen);
			if (lines.join() === given.marked.join()) expect(before.kind).toBe('already-applied');
			else expect(apply(before, seen)).toEqual(after);
			expect(placeWhole(given, lines, after).kind).toBe('already-applied');
		}),
		{numRuns: 500},
	);
});

test('a second run reports what the first one applied as already applied', () => {
	const inside = fc.array(fc.constantFrom('a', 'b', 'c', '}', 'N'), {maxLength: 5});
	fc.assert(
		fc.property(withReplacement(drift()), inside, ([given, lines], middle) => {
			const today = given.today(middle.length > 0 ? [...given.marked.slice(0, -1), ...middle] : given.marked);
			const first = placeWhole(given, lines, today);
			const after = apply(first, today);
			fc.pre(after !== null);
			const second = placeWhole(given, lines, after);
			expect(second).not.toHaveProperty('edits');
			if (first.kind === 'merged') expect(second.kind).toBe('already-applied');
		}),
		{numRuns: 500},
	);
});

test('look-alikes are only replaced where the replaced lines are those that the reviewer saw', () => {
	fc.assert(
		fc.property(lookAlikes, fc.boolean(), ([given, lines], isKept) => {
			const {seen, start, end, marked} = given;
			const today = given.today(isKept ? marked : ['X']);
			const placement = placeWhole(given, lines, today);
			if (!('edits' in placement)) return;
			const wanted = minimalEdits(marked, lines, start - 1);
			expect(placement.edits.map(edit => today.slice(edit.from, edit.to))).toEqual(
				wanted.map(edit => seen.slice(edit.from, edit.to)),
			);
			expect(placement.edits.map(edit => edit.lines)).toEqual(wanted.map(edit => edit.lines));
			if (placement.kind !== 'merged') expect(today.slice(placement.start - 1, placement.end)).toEqual(marked);
			else expect(end - start).toBeGreaterThan(0);
		}),
		{numRuns: 1000},
	);
});

test('after one edit elsewhere a change lands where the marked lines went, or nowhere, even among look-alikes', () => {
	const letters = (range: {minLength?: number; maxLength: number}) => fc.array(fc.constantFrom(...'abc{}@'), range);
	const edited = fc.record({
		above: letters({maxLength: 8}),
		marked: letters({minLength: 1, maxLength: 3}),
		below: letters({maxLength: 8}),
		edit: fc.record({at: fc.nat(8), removed: fc.nat(3), added: letters({maxLength: 5})}),
		isAbove: fc.boolean(),
	});
	fc.assert(
		fc.property(edited, ({above, marked, below, edit, isAbove}) => {
			const change = (part: string[]) => part.toSpliced(edit.at, edit.removed, ...edit.added);
			const today = (middle: string[]) =>
				isAbove ? [...change(above), ...middle, ...below] : [...above, ...middle, ...change(below)];
			const seen = {lines: [...above, ...marked, ...below], firstLine: 1, whole: true};
			const replacement = {start: above.length + 1, end: above.length + marked.length, lines: ['X', 'Y']};
			const placement = place(compare(seen, today(marked)), replacement);
			expect(apply(placement, today(marked)) ?? today(['X', 'Y'])).toEqual(today(['X', 'Y']));
		}),
		{numRuns: 3000},
	);
});

const fates = fc.constantFrom('kept', 'edited', 'deleted', 'made');

test('knowing only a hunk, a change lands where it does knowing the whole file, or nowhere', () => {
	fc.assert(
		fc.property(withReplacement(drift()), fates, fc.nat(6), ([given, lines], fate, shown) => {
			const middle = {
				kept: given.marked,
				edited: given.marked.map(line => `${line}, edited`),
				deleted: [],
				made: lines,
			};
			const today = given.today(middle[fate]);
			const part = placePart(given, lines, today, shown);
			const whole = placeWhole(given, lines, today);
			if ('edits' in part) {
				expect(whole).toMatchObject({edits: part.edits});
				expect(apply(part, today)).toEqual(given.today(lines));
			} else if (part.kind === 'already-applied') {
				expect(lines.length).toBeGreaterThan(0);
				expect(today.slice(part.start - 1, part.end)).toEqual(lines);
			}
		}),
		{numRuns: 500},
	);
});

test('knowing only a hunk and its surroundings unchanged, a change is made', () => {
	fc.assert(
		fc.property(withReplacement(drift()), fc.integer({min: 1, max: 6}), ([given, lines], shown) => {
			fc.pre(given.start > 1);
			const placement = placePart(given, lines, given.seen, shown);
			expect(placement.kind).toBe('exact');
			expect(apply(placement, given.seen)).toEqual(
				given.seen.toSpliced(given.start - 1, given.marked.length, ...lines),
			);
		}),
	);
});
