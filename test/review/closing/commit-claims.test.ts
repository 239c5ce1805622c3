import {expect, test} from 'vitest';
import {commitsMadeBy, isClosedBy} from '../../../source/review/closing/commit-claims.ts';

const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];

test.each([
	['fixed', `Applied in ${a}.`, [a]],
	['fixed', `Applied in ${a} and ${b} (now lines 5-6). The test command passes.`, [a, b]],
	['edited', `Changed in ${a}, not as suggested.`, [a]],
	['partly', `Partly applied in ${a} (1 of 2). Not applied: ${b} 1-2, edited since.`, [a]],
	['partly', `Partly changed in ${a} (1 of 2). Not applied: one place, edited since.`, [a]],
	['partly', `Applied in ${a}. Reverted in ${b}: src/a.ts 3.`, [a]],
	['partly', `Already done in ${a}. Reverted in ${b}: src/a.ts 3.`, []],
	['partly', `Partly done in ${a} (1 of 2). Not applied: one place, edited since.`, []],
	['partly', 'Partly done (1 of 2). Not applied: one place, edited since.', []],
	['already-fixed', `Already done in ${a}.`, []],
	['changed', `Changed in ${a}, not as suggested.`, []],
	['superseded', `Not applied: another suggestion for these lines is in ${a}.`, []],
	['reverted', `Changed in ${a}, not as suggested. Reverted in ${b}.`, []],
	['gone', `Applied in ${a}, which is no longer on this pull request.`, []],
] as const)('in a reply of the state %s, "%s" names commits of this program only as such', (state, text, commits) => {
	expect(commitsMadeBy({state, text})).toEqual(commits);
});

test('a thread is left with nothing to do by what is done as a whole', () => {
	expect((['fixed', 'edited', 'partly', 'already-fixed', 'declined'] as const).filter(isClosedBy)).toEqual([
		'fixed',
		'edited',
	]);
});
