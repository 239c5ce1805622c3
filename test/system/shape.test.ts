import {expect, test} from 'vitest';
import * as z from 'zod/mini';
import {countShape, hasShape, ifShaped} from '../../source/system/shape.ts';

const noteShape = z.object({
	kind: z.literal('note'),
	pages: countShape,
	authors: z.array(z.string()),
	title: z.nullable(z.string()),
});
const note = {kind: 'note', pages: 2, authors: ['octocat'], title: null};

test('a value of the shape is one, and stays as it is, with more fields too', () => {
	expect(hasShape(note, noteShape)).toBe(true);
	const more = {...note, title: 'On carts', later: {is: true}};
	expect(ifShaped(noteShape)(more)).toBe(more);
	expect(Object.keys(more)).toEqual([...Object.keys(note), 'later']);
});

test.each([
	null,
	[],
	[note],
	'note',
	{...note, kind: 'letter'},
	{...note, pages: -1},
	{...note, pages: 1.5},
	{...note, pages: 2 ** 53},
	{...note, pages: '2'},
	{...note, authors: [1]},
	{...note, authors: {}},
	{...note, title: undefined},
	{kind: 'note', pages: 2, authors: []},
])('everything else is not: %j', value => {
	expect(ifShaped(noteShape)(value)).toBeNull();
});
