import {expect, test} from 'vitest';
import {type Setting, settingsOf, table} from '../../source/settings/table.ts';

const rows: [string, Setting][] = settingsOf('config');

test('config concerns every setting', () => {
	expect(rows.map(([name]) => name)).toEqual(Object.keys(table));
});

test.each(rows)('%s has the variable and the flag that its key asks for', (_, {key, variable, flag}) => {
	expect(variable).toBe(`CR_${key.toUpperCase().replace('.', '_')}`);
	expect(flag).toBe(`--${key.replace(/^llm\./, '').replaceAll('_', '-')}`);
});

test.each(rows)('%s reads back what it shows, and every word that it names', (_, {kind, default: value}) => {
	if (kind.show(value) !== '') expect(kind.read(kind.show(value))).toEqual(value);
	for (const word of kind.choices) expect(String(kind.read(word))).toBe(word);
});

test('the project file may set what can do no harm', () => {
	const allowed = rows.filter(([, {project}]) => project === 'allowed').map(([name]) => name);
	expect(allowed).toEqual(['mode', 'strategy', 'severity', 'path']);
});

test('undo has no setting that the project could spoil', () => {
	expect(settingsOf('undo').map(([name]) => name)).toEqual(['logLevel', 'logFile']);
});

test.each([
	['octo-cat', ['octo-cat']],
	['review-bot[bot], octo_corp', ['review-bot', 'octo_corp']],
	[
		['a', 'b,c', 'a'],
		['a', 'b', 'c'],
	],
	[[], []],
	['', undefined],
	['a,', undefined],
	['a b', undefined],
	['-a', undefined],
	[['a', 5], undefined],
	[null, undefined],
	[{a: 1}, undefined],
])('logins from %j are %j', (raw, expected) => {
	expect(table.trustAuthor.kind.read(raw)).toEqual(expected);
});

test('a word is accepted in any case and kept as it is written in the table', () => {
	expect(table.logLevel.kind.read('debug')).toBe('DEBUG');
});
