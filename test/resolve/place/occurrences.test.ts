import {expect, test} from 'vitest';
import {findLines, searchable} from '../../../source/resolve/place/occurrences.ts';

test('lines are found with another indentation, the same one on all of them', () => {
	const file = searchable(['a', '  b', '  c', 'b', '  c']);
	expect(findLines(file, ['b', 'c'], '')).toEqual([{start: 1, end: 3, indent: '  '}]);
	expect(findLines(file, ['d'], '')).toEqual([]);
	expect(findLines(file, [], '')).toEqual([]);
});
