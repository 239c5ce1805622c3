import fc from 'fast-check';
import {expect, test} from 'vitest';
import {afterPage, fullPages, smallerPages} from '../../source/github/page-sizes.ts';
import type {PageSizes} from '../../source/github/request.ts';

/** Reads a list of `count` objects; returns the sizes of each request. */
function readList(count: number, full: PageSizes, isRejected: (sizes: PageSizes, request: number) => boolean) {
	const sent: PageSizes[] = [];
	let growth = fullPages(full);
	for (let read = 0; read < count; ) {
		let sizes = growth.sizes;
		while (isRejected(sizes, sent.push(sizes))) sizes = smallerPages(sizes) ?? sizes;
		growth = afterPage(growth, sizes);
		read += sizes.first!;
	}
	return sent;
}

const written = (sent: readonly PageSizes[]) => sent.map(({first, inner}) => `${first} x ${inner}`);

test('a page that is too large has fewer objects, then less of one, but at least ten', () => {
	const sizes: (PageSizes | null)[] = [{first: 20, inner: 50}];
	while (sizes.at(-1)) sizes.push(smallerPages(sizes.at(-1)!));
	expect(written(sizes.slice(0, -1) as PageSizes[])).toEqual([
		...['20 x 50', '10 x 50', '5 x 50', '2 x 50', '1 x 50', '1 x 25', '1 x 12', '1 x 10'],
	]);
	expect([smallerPages({first: 1}), smallerPages({first: 1, inner: 5}), smallerPages({})]).toEqual([null, null, null]);
});

test('pages grow back, both sizes at once', () => {
	const sent = readList(60, {first: 20, inner: 50}, (_, request) => request <= 6);
	expect(written(sent).slice(6)).toEqual(['1 x 12', '2 x 24', '4 x 48', '8 x 50', '16 x 50', '20 x 50', '20 x 50']);
});

test('what the host always rejects is tried ever more seldom', () => {
	const sent = readList(500, {first: 20}, ({first}) => first! > 10);
	const rejected = sent.flatMap(({first}, index) => (first! > 10 ? [index] : []));
	expect(rejected).toEqual([0, 2, 5, 10, 19, 36]);
	expect(sent.every(({first}) => first === 10 || first === 20)).toBe(true);
});

test('five rejections, wherever they come, cost at most 40 requests for 300 objects', () => {
	const places = fc.uniqueArray(fc.integer({min: 1, max: 40}), {minLength: 5, maxLength: 5});
	fc.assert(
		fc.property(places, rejected => {
			const sent = readList(300, {first: 20, inner: 50}, (_, request) => rejected.includes(request));
			// One more finds the account.
			expect(sent.length + 1).toBeLessThanOrEqual(40);
		}),
		{numRuns: 2000},
	);
});
