import {describe, expect, test} from 'vitest';
import {association} from '../../source/github/vocabulary.ts';
import type {Policy} from '../../source/resolve/policy.ts';
import type {Finding} from '../../source/review/finding.ts';
import {decision, outcomes, plan} from '../helpers/plan.ts';
import {bot, person} from '../helpers/pull-request.ts';

describe('trust', () => {
	const alone = (fields: Partial<Finding>, rules: Partial<Policy> = {}) =>
		plan([[3, 3, 'X', fields]], rules).rulings[0]!;

	test.each<[Finding['authorAssociation'], string]>([
		[association('OWNER'), 'apply'],
		[association('MEMBER'), 'apply'],
		[association('COLLABORATOR'), 'apply'],
		[association('CONTRIBUTOR'), 'apply'],
		[null, 'apply'],
		[association('FIRST_TIME_CONTRIBUTOR'), 'needs-person'],
		[association('FIRST_TIMER'), 'needs-person'],
		[association('MANNEQUIN'), 'needs-person'],
		[association('NONE'), 'needs-person'],
	])('a person with the association %s: %s', (authorAssociation, outcome) => {
		expect(alone({authorAssociation}).outcome).toBe(outcome);
	});

	const passerBy: Partial<Finding> = {author: person('Passer-By'), authorAssociation: association('NONE')};

	test('a bot is trusted whatever its association', () => {
		expect(alone({author: bot('copilot'), authorAssociation: association('NONE')}).outcome).toBe('apply');
	});

	test('a passer-by is named with the flag that lets the change in', () => {
		expect(alone(passerBy).reason).toContain('--trust-author Passer-By');
		expect(alone({author: null, authorAssociation: association('NONE')}).reason).toContain('--trust anyone');
	});

	test.each<[Partial<Policy>, string]>([
		[{trust: 'anyone'}, 'apply'],
		[{trustAuthors: ['passer-by']}, 'apply'],
		[{trustAuthors: ['PASSER-BY']}, 'apply'],
		[{trustAuthors: ['passer']}, 'needs-person'],
	])('%j: %s', (rules, outcome) => expect(alone(passerBy, rules).outcome).toBe(outcome));

	test('a deleted account is trusted with anyone only', () => {
		const ghost: Partial<Finding> = {author: null, authorAssociation: association('NONE')};
		expect(alone(ghost, {trustAuthors: ['', 'ghost']}).outcome).toBe('needs-person');
		expect(alone(ghost, {trust: 'anyone'}).outcome).toBe('apply');
	});

	test('a change of a passer-by takes no part in a conflict', () => {
		const made = plan([
			[3, 3, 'X', {...passerBy, severity: 'critical'}],
			[3, 3, 'Y'],
		]);
		expect(outcomes(made)).toEqual(['needs-person', 'apply']);
		expect(made.conflicts).toEqual([]);
	});

	test('a change that a member asks for too is trusted', () => {
		const made = plan([
			[3, 3, 'X', passerBy],
			[3, 3, 'X'],
		]);
		expect(outcomes(made)).toEqual(['apply']);
	});

	test('a decision lets a change of a passer-by in', () => {
		expect(outcomes(plan([[3, 3, 'X', passerBy]], {}, [decision('c1', 'apply')]))).toEqual(['apply']);
	});
});
