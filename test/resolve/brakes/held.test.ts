import fc from 'fast-check';
import {expect, test} from 'vitest';
import {decision, outcomes, plan} from '../../helpers/plan.ts';
import {heldReason, type Versions} from '../../helpers/round.ts';

const ours = 'run' as const;
const person = 'person' as const;

test.each<[string, Versions, string, RegExp | null]>([
	['back to what we replaced', ['aXb', [ours, 'aYb']], 'aXb', /^puts back what commit-/],
	['on to something else', ['aXb', [ours, 'aYb']], 'aZb', null],
	['back by way of a third version', ['aXb', [ours, 'aYb'], [ours, 'aZb']], 'aXb', /^puts back/],
	['back to one of the lines that we replaced', ['aWXb', [ours, 'aYZb']], 'aYXb', /^puts back/],
	['back to what we replaced, with more', ['aXb', [ours, 'aYb']], 'aXcdb', /^puts back/],
	['deletes what we added', ['ab', [ours, 'aYb']], 'ab', /^puts back/],
	['replaces what we added', ['ab', [ours, 'aYb']], 'aZb', null],
	['adds again what we deleted', ['aXb', [ours, 'ab']], 'aXb', /^puts back/],
	['adds the same line elsewhere', ['aXbcdef', [ours, 'abcdef']], 'abcdeXf', null],
	[
		'puts back what we replaced after lines moved',
		['aXbc', [ours, 'aYbc'], [person, 'mnoaYbc']],
		'mnoaXbc',
		/^puts back/,
	],
	['puts back brackets alone', ['a{b', [ours, 'a}b']], 'a{b', null],
	['puts back what a person replaced', ['aXb', [person, 'aYb']], 'aXb', /^undoes a person's edit in commit-/],
	['goes on from what a person wrote', ['aXb', [person, 'aYb']], 'aZb', null],
	['goes on from a correction by a person', ['aXb', [ours, 'aYb'], [person, 'aZb']], 'aWb', /^undoes a person's edit/],
	['adds again what a person deleted of ours', ['ab', [ours, 'aYb'], [person, 'ab']], 'aYb', /^undoes a person's edit/],
	['goes on from your own edit', ['aXb', ['decision', 'aYb']], 'aZb', /^undoes your edit/],
	['changes the line below one of a person', ['aXb', [ours, 'aYb'], [person, 'aZb']], 'aZc', null],
])('%s', (_, versions, wanted, reason) => {
	const held = heldReason(versions, wanted);
	if (reason) expect(held).toMatch(reason);
	else expect(held).toBeNull();
});

const line = fc.constantFrom(...'abcdefgh');
const text = fc.array(line, {minLength: 1, maxLength: 4}).map(lines => lines.join(''));

test('undoing all of our edit is always held', () => {
	const versions = fc.tuple(text, text).filter(([one, other]) => one !== other);
	fc.assert(
		fc.property(versions, ([before, after]) => {
			const [one, other] = [`mn${before}op`, `mn${after}op`];
			return heldReason([one, [ours, other]], one) !== null;
		}),
		{numRuns: 500},
	);
});

test('a change of lines that no commit touched is never held', () => {
	const far = 'mnopqrstuv';
	fc.assert(
		fc.property(text, text, line, (before, after, added) => {
			const [one, other] = [before + far, after + far];
			return heldReason([one, [ours, other]], `${other.slice(0, -1)}${added.toUpperCase()}`) === null;
		}),
		{numRuns: 500},
	);
});

test('a held change needs review unless you have decided on it', () => {
	const held = new Map([['c1', 'puts back what abc replaced']]);
	expect(outcomes(plan([[2, 2, 'X']], {held}))).toEqual(['needs-person']);
	expect(outcomes(plan([[2, 2, 'X']], {held}, [decision('c1', 'apply')]))).toEqual(['apply']);
	expect(outcomes(plan([[2, 2, 'X']], {held: new Map()}))).toEqual(['apply']);
});
