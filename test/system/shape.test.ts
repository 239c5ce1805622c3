import {expect, test} from 'vitest';
import {hasFields, isCount, isListOf, isOneOf, isRecordOf, isText, orNull} from '../../source/system/shape.ts';

type Note = {kind: 'note'; pages: number; authors: string[]; title: string | null};

const isNote = hasFields<Note>({
	kind: isOneOf('note'),
	pages: isCount,
	authors: isListOf(isText),
	title: orNull(isText),
});
const note = {kind: 'note', pages: 2, authors: ['octocat'], title: null};

test('a value of the shape is one, with more fields too', () => {
	expect(isNote(note)).toBe(true);
	expect(isNote({...note, title: 'On carts', later: true})).toBe(true);
	expect(isRecordOf(isNote)({one: note, two: note})).toBe(true);
});

test.each([
	null,
	[],
	[note],
	'note',
	{...note, kind: 'letter'},
	{...note, pages: -1},
	{...note, pages: '2'},
	{...note, authors: [1]},
	{...note, authors: {}},
	{...note, title: undefined},
	{kind: 'note', pages: 2, authors: []},
])('everything else is not: %j', value => {
	expect(isNote(value)).toBe(false);
	expect(isRecordOf(isNote)({one: note, two: value})).toBe(false);
});
