import type {Ending} from '../../exit-code.ts';
import type {Metrics} from '../../llm/meter.ts';
import {nothingSpent, type Spending, sumOfSpending} from '../../llm/metrics.ts';
import type {Finding} from '../../review/finding.ts';
import {namesOf} from '../../system/by-name.ts';

/**
 * What keeps questions from their answers, in the order of what a command ends with: a provider that refuses its user, a
 * guard, a used-up quota or rate, a service without an answer, one that refuses the questions.
 */
const endingOfStop = {
	authentication: 'authentication',
	budget: 'guard',
	circuit: 'guard',
	store: 'guard',
	limit: 'failed',
	service: 'failed',
	rejected: 'failed',
} as const satisfies Record<string, Ending>;

export type StoppedBy = keyof typeof endingOfStop;

const stops = namesOf(endingOfStop);

/**
 * How the question about a finding ended: with a reply, usable or not (`replied-before`: before everything was read
 * again, which may have changed the question), or with what kept it from one.
 */
export type QuestionEnd = 'replied' | 'replied-before' | StoppedBy;

/** How questions to a model ended. */
export type AskingEnd = Spending & {
	questions: number;
	/** Those with a reply, usable or not. */
	answered: number;
	/** Changes that the replies propose. */
	changes: number;
	/** How many questions have no reply, by the reason. */
	unanswered: Partial<Record<StoppedBy, number>>;
	/** What a command ends with; null if nothing but some questions failed. */
	stoppedBy: StoppedBy | null;
};

type Questions = {
	/** By the id of the finding. */
	ends: ReadonlyMap<string, QuestionEnd>;
	/** As they are by now, with others. */
	findings: readonly Finding[];
	/** Those that have not ended. */
	pending: number;
	circuits: Metrics['circuits'];
	spent: Spending;
};

/** @param open ids of the findings that still have no usable answer */
export function endOfAsking(
	{ends, findings, pending, circuits, spent}: Questions,
	open: ReadonlySet<string> = new Set(ends.keys()),
): AskingEnd {
	const {costUsd, unknownCosts} = spent;
	const replied = [...ends.values()].filter(isReply).length;
	const numbers = Map.groupBy(ends.values(), end => end);
	return {
		questions: ends.size + pending,
		answered: replied,
		changes: findings.filter(({id}) => isReply(ends.get(id))).flatMap(({changes}) => changes.filter(isByModel)).length,
		unanswered: countStops(stop => numbers.get(stop)?.length ?? 0),
		stoppedBy: stopOf(
			[...ends].flatMap(([id, end]) => (open.has(id) ? [end] : [])),
			replied > 0,
			circuits.some(({state}) => state.state !== 'closed'),
		),
		costUsd,
		unknownCosts,
	};
}

/** Only those that occur. */
const countStops = (numberOf: (stop: StoppedBy) => number): AskingEnd['unanswered'] =>
	Object.fromEntries(stops.map(stop => [stop, numberOf(stop)] as const).filter(([, number]) => number > 0));

/** The one rule for all reasons: who is not let in, and a guard, always count; other failures, if nothing was answered. */
function stopOf(open: readonly QuestionEnd[], isAnswered: boolean, isCircuitOpen: boolean): StoppedBy | null {
	const reasons = new Set(open);
	// A failure that opened the circuit was the last request of its question.
	if (isCircuitOpen && (reasons.has('service') || reasons.has('limit'))) reasons.add('circuit');
	return stops.find(stop => reasons.has(stop) && !(isAnswered && endingOfStop[stop] === 'failed')) ?? null;
}

/** How all questions of several runs ended. */
export function sumOfAskings(ends: readonly AskingEnd[]): AskingEnd {
	const sum = (value: (end: AskingEnd) => number) => ends.reduce((total, end) => total + value(end), 0);
	return {
		questions: sum(({questions}) => questions),
		answered: sum(({answered}) => answered),
		changes: sum(({changes}) => changes),
		unanswered: countStops(stop => sum(end => end.unanswered[stop] ?? 0)),
		stoppedBy: stops.find(stop => ends.some(({stoppedBy}) => stoppedBy === stop)) ?? null,
		...ends.reduce<Spending>(sumOfSpending, nothingSpent),
	};
}

/** How a command ends by that. */
export const endingsOfAsking = ({stoppedBy}: Pick<AskingEnd, 'stoppedBy'>): Ending[] =>
	stoppedBy === null ? [] : [endingOfStop[stoppedBy]];

const isReply = (end: QuestionEnd | undefined) => end === 'replied' || end === 'replied-before';

const isByModel = ({from}: Finding['changes'][number]) => from === 'model';
