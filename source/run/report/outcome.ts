import type {Tone} from '../../document/document.ts';
import type {Ruling} from '../../resolve/decide.ts';
import {choicesOf, optionsLookup} from '../../resolve/proposal.ts';
import type {DeclinedForGood, Finding} from '../../review/finding.ts';
import {namesOf} from '../../system/by-name.ts';
import type {RunState} from '../state.ts';

/** What is left to do about an open finding: a person has to decide it, or it is in words that no model and no person has dealt with. */
export type Left = 'to decide' | 'in words';

type OutcomeFacts = {
	/** What it means to the reader of a report. */
	tone: Tone;
	/** In the closing line of a run. */
	words: string;
	/** The same for one finding, if it differs. */
	wordsForOne?: string;
	/** How the summary of a report calls it. */
	key: string;
	/** Absent if a finding with it is not open. */
	left?: Left;
};

/** What became of a change or a finding, the worst first: a finding takes the worst of its changes. */
export const outcomeTable = {
	failed: {tone: 'bad', words: 'failed', key: 'failed', left: 'to decide'},
	conflict: {tone: 'clash', words: 'in conflict', key: 'conflict', left: 'to decide'},
	stale: {tone: 'warning', words: 'stale', key: 'stale', left: 'to decide'},
	'needs-person': {
		tone: 'warning',
		words: 'need review',
		wordsForOne: 'needs review',
		key: 'needsPerson',
		left: 'to decide',
	},
	'needs-model': {tone: 'accent', words: 'in words', key: 'needsModel', left: 'in words'},
	declined: {tone: 'plain', words: 'declined', key: 'declined'},
	planned: {tone: 'good', words: 'planned', key: 'planned'},
	applied: {tone: 'good', words: 'applied', key: 'applied'},
	'already-applied': {tone: 'plain', words: 'already applied', key: 'alreadyApplied'},
	'not-actionable': {tone: 'quiet', words: 'not actionable', key: 'notActionable'},
} as const satisfies Record<string, OutcomeFacts>;

export type Outcome = keyof typeof outcomeTable;

export const outcomes = namesOf(outcomeTable);

const factsOf = (outcome: Outcome): OutcomeFacts => outcomeTable[outcome];

/**
 * `leftOutBy` is the filter that excludes a finding; `isAnswered`: the reason is that people have answered it; `fixedIn`: the
 * commit of the pull request that has fixed it in other lines; `memory`: the team has declined it for good, and nobody else.
 */
export type Verdict = {
	outcome: Outcome;
	reason: string;
	leftOutBy?: string;
	isAnswered?: true;
	fixedIn?: string;
	memory?: DeclinedForGood;
};

/** Outcomes in the closing line of a run, the most important first. */
export const outcomesInClosingLines: readonly Outcome[] = [
	'applied',
	'planned',
	'already-applied',
	'conflict',
	'stale',
	'failed',
	'needs-person',
	'needs-model',
	'declined',
	'not-actionable',
];

/** So many findings with an outcome: `3 in conflict`, `1 needs review`. */
export function countOutcome(outcome: Outcome, number: number): string {
	const {words, wordsForOne = words} = factsOf(outcome);
	return `${number} ${number === 1 ? wordsForOne : words}`;
}

/** How many findings have which outcome, the most important first, without those that none has. */
export const countOutcomes = (numberOf: (outcome: Outcome) => number): string[] =>
	outcomesInClosingLines.flatMap(outcome => {
		const number = numberOf(outcome);
		return number > 0 ? [countOutcome(outcome, number)] : [];
	});

/** `3 declined by memory`, if any are. */
export function countForGood(verdicts: readonly Pick<Verdict, 'memory'>[]): string[] {
	const [own, others] = [true, undefined].map(
		isOwn => verdicts.filter(({memory}) => memory && memory.isOwn === isOwn).length,
	);
	return [...(others ? [`${others} declined by memory`] : []), ...(own ? [`${own} ignored by your settings`] : [])];
}

/** `2 fixed`, if any are. */
export const countFixed = (number = 0): string[] => (number > 0 ? [`${number} fixed`] : []);

/** What became of so many findings: `3 applied`; those that a filter has left out are told by the filter. */
export function formatOutcomes(verdicts: readonly Verdict[]): string[] {
	const numbers = Map.groupBy(verdicts, ({outcome, leftOutBy, memory, fixedIn}) =>
		memory ? 'for good' : leftOutBy !== undefined ? 'filtered' : isFixed({outcome, fixedIn}) ? 'fixed' : outcome,
	);
	const told = [
		...countOutcomes(outcome => numbers.get(outcome)?.length ?? 0),
		...countFixed(numbers.get('fixed')?.length),
		...countForGood(numbers.get('for good') ?? []),
	];
	const filters = Map.groupBy(numbers.get('filtered') ?? [], ({leftOutBy}) => leftOutBy);
	return [...told, ...[...filters].map(([filter, {length}]) => `${length} excluded by ${filter}`)];
}

/** What became of each change: its ruling and, once the run has written, whether its file was. */
export function changeOutcomes({plan, written}: RunState): Map<Ruling, Verdict> {
	const files = new Map(written?.files.map(file => [file.path, file]));
	const judge = ({outcome, reason, isAnswered, proposal}: Ruling): Verdict => {
		if (outcome !== 'apply') return {outcome, reason, ...(isAnswered && {isAnswered})};
		const file = files.get(proposal.path);
		if (!file) return {outcome: 'planned', reason};
		return file.refused === null ? {outcome: 'applied', reason} : {outcome: 'failed', reason: file.refused};
	};
	return new Map(plan?.rulings.map(ruling => [ruling, judge(ruling)]));
}

/** What became of a finding, by the verdicts on its changes. */
function findingOutcome(finding: Finding, verdicts: readonly Verdict[]): Verdict {
	const worst = verdicts.toSorted((a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome))[0];
	const verdict = finding.disposition ?? worst ?? {outcome: 'failed', reason: 'the run ended before this was decided'};
	return finding.fixedIn === undefined ? verdict : {...verdict, fixedIn: finding.fixedIn};
}

/** A finding with the rulings on its changes and what became of it. */
export type JudgedFinding = {finding: Finding; rulings: readonly Ruling[]; verdict: Verdict};

/** What became of each finding, in their order. */
export function judgeFindings(state: RunState, verdicts = changeOutcomes(state)): JudgedFinding[] {
	const rulingsOf = new Map<Finding, Ruling[]>();
	for (const ruling of verdicts.keys()) {
		for (const finding of ruling.proposal.findings) {
			const rulings = rulingsOf.get(finding);
			if (rulings) rulings.push(ruling);
			else rulingsOf.set(finding, [ruling]);
		}
	}
	const relevant = relevance(verdicts);
	return state.findings.map(finding => {
		const rulings = rulingsOf.get(finding) ?? [];
		const counts = relevant(rulings).flatMap(ruling => verdicts.get(ruling) ?? []);
		return {finding, rulings, verdict: findingOutcome(finding, counts)};
	});
}

/** Of the rulings of a comment, those that count: where one option is made, the others do not count against it. */
export function relevance(verdicts: ReadonlyMap<Ruling, Verdict>): (rulings: readonly Ruling[]) => readonly Ruling[] {
	const optionsOf = optionsLookup();
	const isMade = (ruling: Ruling) =>
		['applied', 'planned', 'already-applied'].includes(verdicts.get(ruling)?.outcome ?? '');
	const isOption = ({proposal}: Ruling) => choicesOf(proposal, optionsOf).length > 0;
	return rulings => {
		const isSettled = rulings.some(ruling => isOption(ruling) && isMade(ruling));
		return rulings.filter(ruling => !isSettled || !isOption(ruling) || isMade(ruling));
	};
}

/** What decides whether a finding is open. */
export type Judged = {outcome: Outcome; fixedIn?: string | undefined};

/** Whether a finding would be open, had it not been fixed in other lines than suggested. */
export const isFixed = ({outcome, fixedIn}: Judged): boolean =>
	fixedIn !== undefined && factsOf(outcome).left !== undefined;

/** Null if a finding is not open. */
export const leftOf = ({outcome, fixedIn}: Judged): Left | null =>
	fixedIn === undefined ? (factsOf(outcome).left ?? null) : null;

/** Whether it keeps a run from being done. */
export const isToDecide = (judged: Judged): boolean => leftOf(judged) === 'to decide';

/** Open findings. */
export type LeftCounts = {toDecide: number; inWords: number};

export function countLeft(judged: Iterable<Judged>): LeftCounts {
	const left = [...judged].map(leftOf);
	const numberOf = (wanted: Left) => left.filter(each => each === wanted).length;
	return {toDecide: numberOf('to decide'), inWords: numberOf('in words')};
}

/** `1 to decide`, `12 in words`: each only if there is one. */
export const formatLeft = ({toDecide, inWords}: LeftCounts): {left: Left; text: string}[] =>
	(
		[
			['to decide', toDecide],
			['in words', inWords],
		] as const
	).flatMap(([left, number]) => (number > 0 ? {left, text: `${number} ${left}`} : []));
