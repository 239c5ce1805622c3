import fc from 'fast-check';
import {expect, test} from 'vitest';
import {findById, shortIdOf} from '../../../source/agents/view/short-ids.ts';

const findings = ['f123456789', 'f1234567ab', 'fabcdef012'].map(id => ({id}));

test('an id is as short as it is unique, and has six characters at least', () => {
	expect(findings.map(({id}) => shortIdOf(findings, id))).toEqual(['f12345678', 'f1234567a', 'fabcde']);
});

test('every short id leads back to its finding, in any list', () => {
	const digits = fc.constantFrom(...'0123456789abcdef');
	const ids = fc.uniqueArray(fc.string({unit: digits, minLength: 12, maxLength: 12}), {maxLength: 60});
	fc.assert(
		fc.property(ids, given => {
			const all = given.map(id => ({id}));
			for (const {id} of all) expect(findById(all, shortIdOf(all, id)).id).toBe(id);
		}),
	);
});

test.each([
	['f1234567', 'The ids of 2 findings begin with "f1234567".'],
	['f12', 'No finding has the id "f12".'],
	['', 'No finding has the id "".'],
	['deadbeef\u001b[2J', 'No finding has the id "deadbeef\\u001b[2J".'],
])('%j is no id of one finding', (text, message) => {
	expect(() => findById(findings, text)).toThrow(expect.objectContaining({code: 'unknown-finding', message}));
});

test('a whole id is one, in capitals and with blanks too', () => {
	expect(findById(findings, ' F123456789 ').id).toBe('f123456789');
});
