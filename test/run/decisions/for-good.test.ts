import {expect, test} from 'vitest';
import type {Decision} from '../../../source/resolve/decision.ts';
import type {Finding} from '../../../source/review/finding.ts';
import {type EarlierWord, lastWords} from '../../../source/review/remembered.ts';
import {decideWithEarlier, type Reconsider} from '../../../source/run/decisions/earlier.ts';
import {decision} from '../../helpers/plan.ts';
import {change, finding} from '../../helpers/proposal.ts';

const [a, b] = [change(3, 3, ['x'], {id: 'a'}), change(5, 5, ['y'], {id: 'b'})];
const one: Finding = finding([a, b], {id: 'f'});
const memory = {entry: 'd1', by: 'alice', reason: 'plain', until: '2999-12-31', commit: null};
const forGood: EarlierWord = {kind: 'declined', ids: ['f'], by: 'alice', reason: 'plain', at: 0, memory};
const word = (kind: EarlierWord['kind'], id: string): EarlierWord => ({
	kind,
	ids: [id],
	by: 'bob',
	reason: null,
	at: 1,
});

const all: Reconsider = {findings: null, isForReverted: false};
const decided = (given: Decision[], words: EarlierWord[] = [], reconsider: Reconsider | null = null) => {
	const {findings, decisions} = decideWithEarlier([one], given, lastWords([...words, forGood]), reconsider);
	return {
		outcome: findings[0]?.disposition?.outcome ?? null,
		made: decisions.map(made => ['change' in made ? made.change : made.finding, made.action, made.by]),
	};
};

test('what the team has declined for good is set aside as a whole', () => {
	expect(decided([])).toEqual({outcome: 'declined', made: [['f', 'done', 'memory']]});
});

test('a person who declines one of its changes does not take up the other', () => {
	const {outcome, made} = decided([decision('a', 'decline')]);
	expect(outcome).toBeNull();
	expect(made.toSorted()).toEqual([
		['a', 'decline', decision('a', 'decline').by],
		['b', 'decline', 'memory'],
	]);
	expect(decided([], [word('declined', 'a')]).made.toSorted()).toEqual([
		['a', 'decline', 'earlier'],
		['b', 'decline', 'memory'],
	]);
});

test.each([
	['a decision to apply one of its changes', [decision('a', 'apply')], [], null],
	['what was taken up before', [], [word('taken', 'a')], null],
	['that the finding was taken up before', [], [word('taken', 'f')], null],
	['--reconsider', [], [], all],
] as const)('%s takes it up', (_, given, words, reconsider) => {
	const {outcome, made} = decided([...given], [...words], reconsider);
	expect(outcome).toBeNull();
	expect(made.filter(([, action]) => action === 'decline' || action === 'done')).toEqual([]);
});

test('only a person takes it up in a fleet', () => {
	expect(decided([], [], {findings: null, isForReverted: true}).outcome).toBe('declined');
});
