import {decide, type Plan} from '../../source/resolve/decide.ts';
import type {ChangeDecision, Decision} from '../../source/resolve/decision.ts';
import type {Policy} from '../../source/resolve/policy.ts';
import type {Change, Finding} from '../../source/review/finding.ts';
import {carriedOut, change, finding, policy, propose} from './proposal.ts';

/** A file with a character a line. */
export const file = [...'abcdefghij'];

export type Wish = [
	start: number,
	end: number,
	replacement: string,
	fields?: Partial<Finding>,
	change?: Partial<Change>,
];

/** Plans changes `c1`, `c2`, ... of today's file, each of a reviewer of its own. */
export function plan(wishes: Wish[], rules: Partial<Policy> = {}, decisions: Decision[] = []): Plan {
	const findings = wishes.map(([start, end, replacement, fields, more], index) =>
		finding([change(start, end, [...replacement], {id: `c${index + 1}`, ...more})], {id: `f${index + 1}`, ...fields}),
	);
	return decide(propose(findings, file), policy(rules), decisions);
}

export const outcomes = ({rulings}: Plan) => rulings.map(({outcome}) => outcome);

/** The lines of the file after the plan. */
export const result = (made: Plan) => carriedOut(made, file).join('');

export const decision = (
	id: string,
	action: ChangeDecision['action'],
	fields: Partial<ChangeDecision> = {},
): ChangeDecision => ({
	change: id,
	action,
	reason: null,
	text: null,
	bodyHash: null,
	by: 'decisions',
	...fields,
});
