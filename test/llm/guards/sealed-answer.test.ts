import fc from 'fast-check';
import {expect, test} from 'vitest';
import {placeOfKey, sealAnswer, unsealAnswer} from '../../../source/llm/guards/shared-answers.ts';
import {codePoint} from '../../helpers/code-point.ts';
import {replyOf} from './model.ts';

const anyKey = fc.string({minLength: 16, unit: 'grapheme'});
const anyId = fc.stringMatching(/^[0-9a-f]{64}$/);
const anyAnswer = fc.record({
	atMs: fc.integer({min: 0, max: 2e12}),
	reply: fc.string({unit: codePoint}).map(text => replyOf(text)),
});

test('what was sealed is read with the same key and id', () =>
	fc.assert(
		fc.property(anyKey, anyId, anyAnswer, (key, id, answer) => {
			expect(unsealAnswer(key, id, sealAnswer(key, id, answer))).toEqual(answer);
		}),
	));

test('an entry with another key, or of another question, is not read', () =>
	fc.assert(
		fc.property(anyKey, anyKey, anyId, anyId, anyAnswer, (key, otherKey, id, otherId, answer) => {
			fc.pre(key !== otherKey && id !== otherId);
			const text = sealAnswer(key, id, answer);
			expect([unsealAnswer(otherKey, id, text), unsealAnswer(key, otherId, text)]).toEqual([null, null]);
			expect(placeOfKey(key)).not.toBe(placeOfKey(otherKey));
		}),
	));

test('an entry of which any part is cut, replaced, added or taken from another one is not read', () =>
	fc.assert(
		fc.property(
			anyKey,
			anyId,
			anyAnswer,
			anyAnswer,
			fc.nat(),
			fc.nat(),
			fc.string({unit: codePoint}),
			(key, id, answer, other, from, to, part) => {
				const [text, foreign] = [sealAnswer(key, id, answer), sealAnswer(key, id, other)];
				const [start, end] = [from % (text.length + 1), to % (text.length + 1)];
				const forgeries = [
					text.slice(0, start),
					text.slice(0, start) + part + text.slice(end),
					text.slice(0, start) + foreign.slice(start),
					text.replace(/^[^.]*/, ''),
					text.replace(/^[^.]*\./, ''),
					text.toLowerCase(),
				];
				for (const forged of forgeries) {
					if (forged !== text && forged !== foreign) expect(unsealAnswer(key, id, forged)).toBeNull();
				}
			},
		),
	));

test('a signed text that is no answer is not read', () => {
	const [key, id] = ['a key of sixteen or more', 'ab'];
	expect(unsealAnswer(key, id, sealAnswer(key, id, {atMs: 1} as never))).toBeNull();
});
