import {expect, test} from 'vitest';
import {strangeChanges} from '../../bench/abuse/chain/lost-bytes.ts';
import type {Suggested} from '../../bench/abuse/chain/scene.ts';

const path = 'a.txt';
const fields = {thread: 'T', path, edits: [], overruled: new Set<string>(), isDeclined: false, isReverted: false};
const first: Suggested = {...fields, id: '1', old: ['two'], lines: ['better', 'and more']};
const later: Suggested = {...fields, id: '2', old: ['better'], lines: ['best']};

const faults = (before: string, after: string) => strangeChanges({[path]: before}, {[path]: after}, [first, later]);

test('suggestions, one on top of another, and their way back are no strange changes', () => {
	expect(faults('one\ntwo\nthree\n', 'one\nbetter\nand more\nthree\n')).toEqual([]);
	expect(faults('one\ntwo\nthree\n', 'one\nbest\nand more\nthree\n')).toEqual([]);
	expect(faults('one\nbest\nand more\nthree\n', 'one\ntwo\nthree\n')).toEqual([]);
});

test.each([
	['a line that nobody commented on is gone', 'one\nbetter\nand more\n', 'a.txt: lost "three"'],
	['a line that was to be replaced is gone, and nothing came for it', 'one\nthree\n', 'a.txt: lost "two"'],
	['a line came from nowhere', 'one\ntwo\nthree\nfour\n', 'a.txt: has "four", which nobody suggested'],
	['a suggestion is there twice', 'one\nbetter\nand more\nbetter\nthree\n', 'a.txt: has "better" twice'],
	['lines are in another order', 'three\ntwo\none\n', 'a.txt: lines changed their order'],
	['the end of the last line is gone', 'one\ntwo\nthree', 'a.txt: line ends were LF and are LF, none at the end'],
	['one line has another end', 'one\r\ntwo\nthree\n', 'a.txt: line ends were LF and are mixed'],
])('a strange change is found: %s', (_, after, fault) => {
	expect(faults('one\ntwo\nthree\n', after)).toContainEqual(fault);
});
