import {expect, test} from 'vitest';
import {trackLines} from '../../../source/resolve/place/track-lines.ts';

const lines = (text: string) => text.split(' ');
const whole = (text: string) => ({lines: lines(text), firstLine: 1, whole: true});
const hunk = (text: string, firstLine: number) => ({lines: lines(text), firstLine, whole: false});

test.each([
	['stand where they stood', 'a b c d e', {start: 2, end: 3}],
	['were moved down', 'x y a b c d e', {start: 4, end: 5}],
	['were edited', 'a b X d e', {start: 2, end: 3}],
	['were added to', 'a b x y c d e', {start: 2, end: 5}],
	['are the last ones left', 'b c', {start: 1, end: 2}],
	['are gone', 'a d e', null],
])('follows lines that %s', (_, today, expected) => {
	expect(trackLines(whole('a b c d e'), lines(today), {start: 2, end: 3})).toEqual(expected);
});

test.each([
	['stand elsewhere', 'x x a b c d e', {start: 5, end: 6}],
	['were edited in part', 'a b c X e', {start: 3, end: 3}],
	['are gone', 'a b e', null],
])('follows the end of a diff hunk whose lines %s', (_, today, expected) => {
	expect(trackLines(hunk('a b c d', 11), lines(today), {start: 13, end: 14})).toEqual(expected);
});

test('lines that the reviewer cannot have seen lead nowhere', () => {
	expect(trackLines(whole('a b'), ['a', 'b'], {start: 2, end: 3})).toBeNull();
	expect(trackLines(hunk('a b', 5), ['a', 'b'], {start: 4, end: 5})).toBeNull();
});
