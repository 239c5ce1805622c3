import {expect, test} from 'vitest';
import {type ShownPlace, unshown} from '../../../source/llm/question/show.ts';
import {ask, fileOf, path, subject} from './asked.ts';

const placesAt = (...lines: number[]): ShownPlace[] => lines.map(line => ({path, lines: {start: line, end: line}}));

test('places beyond the fourth part, and those that cannot be shown, are named', async () => {
	const elsewhere = {path: 'src/other.ts', lines: {start: 7, end: 9}};
	const places = [...placesAt(100, 200), elsewhere, ...placesAt(300, 400, 500, 600)];
	const question = await ask(subject(fileOf(700), {places}));
	expect(question.places).toHaveLength(4);
	expect(unshown(question)).toEqual(['src/other.ts:7-9', `${path}:500`, `${path}:600`]);
});

test('however many places stand in what is shown anyway, none is left out', async () => {
	const question = await ask(subject(fileOf(30), {places: placesAt(1, 6, 11, 16, 21, 26)}));
	expect(question.places).toHaveLength(6);
	expect(unshown(question)).toEqual([]);
});
