import fc from 'fast-check';
import {expect, test} from 'vitest';
import {mergeBoth} from '../../source/resolve/merge-both.ts';
import {isPlaced} from '../../source/resolve/proposal.ts';
import {file} from '../helpers/plan.ts';
import {change, finding, propose} from '../helpers/proposal.ts';

type Wish = [start: number, end: number, replacement: string];

function merge(...wishes: [Wish, Wish]) {
	const findings = wishes.map(([start, end, text], index) =>
		finding([change(start, end, [...text], {id: `c${index}`})], {id: `f${index}`}),
	);
	const [one, other] = propose(findings, file).filter(isPlaced);
	const both = one && other ? mergeBoth(one, other, file) : null;
	return both && {kept: both.kept.change.id, text: both.lines.join('')};
}

test.each<[string, Wish, Wish, ReturnType<typeof merge>]>([
	['neighbouring lines of one range', [2, 4, 'Bcd'], [2, 4, 'bCd'], {kept: 'c0', text: 'BCd'}],
	['a range in a wider one', [3, 3, 'C'], [2, 4, 'Bcd'], {kept: 'c1', text: 'BCd'}],
	['the same line twice', [2, 2, 'B'], [2, 2, 'X'], null],
	['two insertions at one place', [2, 2, 'bX'], [2, 2, 'bY'], null],
	['ranges that overlap', [2, 4, 'Bcd'], [3, 5, 'Cde'], null],
])('%s', (_, one, other, result) => expect(merge(one, other)).toEqual(result));

test('the order of the two makes no difference to the text', () =>
	fc.assert(
		fc.property(fc.integer({min: 1, max: 4}), fc.integer({min: 1, max: 4}), (first, second) => {
			const put = (line: number, by: string): Wish => [
				1,
				4,
				[...'abcd'].map((old, at) => (at === line - 1 ? by : old)).join(''),
			];
			const [there, back] = [merge(put(first, 'X'), put(second, 'Y')), merge(put(second, 'Y'), put(first, 'X'))];
			expect(there?.text).toBe(back?.text);
		}),
	));
