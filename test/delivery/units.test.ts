import {expect, test} from 'vitest';
import {unitsOf} from '../../source/delivery/verify/command-runs.ts';
import type {Ruling} from '../../source/resolve/decide.ts';
import type {Finding} from '../../source/review/finding.ts';
import {change, finding, propose} from '../helpers/proposal.ts';

const file = Array.from({length: 12}, (_, index) => `line ${index + 1}`);

const rulingsOn = (findings: Finding[]): Ruling[] =>
	propose(findings, file).map(proposal => ({proposal, outcome: 'apply', reason: ''}));

const idsIn = (rulings: Ruling[]) =>
	unitsOf(rulings).units.map(unit => unit.map(({proposal}) => proposal.change.id).sort());

test('changes of one finding stay together, and so do findings that share a change', () => {
	const found = [
		finding([change(1, 1, ['one'], {id: 'a'}), change(3, 3, ['three'], {id: 'b'})], {id: 'f1'}),
		finding([change(5, 5, ['five'], {id: 'c'})], {id: 'f2'}),
		finding([change(3, 3, ['three'], {id: 'b2'}), change(7, 7, ['seven'], {id: 'd'})], {id: 'f3'}),
	];
	expect(idsIn(rulingsOn(found))).toEqual([['a', 'b', 'd'], ['c']]);
});

test('changes by a model come after suggestions, the least sure last', () => {
	const models = [0.6, 0.9].map((confidence, index) =>
		finding([change(index + 1, index + 1, ['model'], {id: `m${confidence}`, from: 'model', confidence})], {
			id: `f${index}`,
		}),
	);
	const suggested = finding([change(9, 9, ['nine'], {id: 's'})], {id: 'f9'});
	const rulings = rulingsOn([...models, suggested]);
	expect(idsIn(rulings)).toEqual([['s'], ['m0.9'], ['m0.6']]);
	expect(unitsOf(rulings).suspects).toBe(2);
});

test('changes to what commands run come last of all', () => {
	const rulings = rulingsOn([
		finding([change(1, 1, ['one'], {id: 'a'})], {id: 'f1'}),
		finding([change(2, 2, ['two'], {id: 'b', from: 'model', confidence: 0.5})], {id: 'f2'}),
		finding([change(3, 3, ['three'], {id: 'c'})], {id: 'f3'}),
	]).map(ruling => {
		const path = ruling.proposal.change.id === 'a' ? 'package.json' : 'src/a.ts';
		return {...ruling, proposal: {...ruling.proposal, path}};
	});
	expect(idsIn(rulings)).toEqual([['c'], ['b'], ['a']]);
});
