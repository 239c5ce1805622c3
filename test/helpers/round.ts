import {applyBrakes} from '../../source/resolve/brakes/apply-brakes.ts';
import {type RoundFacts, type RoundFinding, roundChanges} from '../../source/resolve/brakes/facts.ts';
import {type PastVersions, pastEdits} from '../../source/resolve/brakes/past-edit.ts';
import {change, finding, path, propose} from './proposal.ts';

/** A first round, with nothing to apply; `fields` may say otherwise. */
export const roundFacts = (fields: Partial<RoundFacts> = {}): RoundFacts => ({
	now: 0,
	named: '7',
	isOnce: false,
	head: 'a'.repeat(40),
	isProcessed: false,
	rounds: [],
	maxRounds: 3,
	findings: [],
	reviewers: [],
	changes: null,
	history: [],
	idleRounds: 0,
	verification: null,
	isBudgetSpent: false,
	...fields,
});

/** Findings `f1`, `f2`, ... that are new; `fields` apply to all. */
export const roundFindings = (count: number, fields: Partial<RoundFinding> = {}): RoundFinding[] =>
	Array.from({length: count}, (_, index) => ({
		id: `f${index + 1}`,
		severity: null,
		isNew: true,
		isSelfMade: false,
		isRemark: false,
		...fields,
	}));

export const haltOf = (fields: Partial<RoundFacts>) => applyBrakes(roundFacts(fields)).halt;

/** Versions of a file with a character a line, oldest first: who made each of those after the first. */
export type Versions = [first: string, ...later: [by: PastVersions['by'], text: string][]];

/** Whether a change of the last version into `wanted` is held, and why. */
export function heldReason([first, ...later]: Versions, wanted: string): string | null {
	const texts = [first, ...later.map(([, text]) => text)].map(text => [...text]);
	const today = texts.at(-1)!;
	const history = later.flatMap(([by], index) =>
		pastEdits({commit: `commit-${index + 1}`, by, path, before: texts[index]!, after: texts[index + 1]!}, today),
	);
	const proposals = propose([finding([change(1, today.length, [...wanted], {id: 'c1'})])], today);
	const {held} = applyBrakes(roundFacts({history, changes: roundChanges(proposals, () => today)}));
	return held.get('c1') ?? null;
}
