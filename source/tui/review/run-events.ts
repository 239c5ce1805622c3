import {conversationsOf} from '../../review/conversations.ts';
import type {RunEvent} from '../../run/events.ts';
import {listedOf} from '../../run/filter/listed.ts';
import {countLeft, type JudgedFinding, judgeFindings} from '../../run/report/outcome.ts';
import {progressOf} from '../../run/report/progress.ts';
import {fold} from '../../run/state.ts';
import {byWeight, type List, type ListEntry, rowOf} from './rows.ts';
import type {ReviewState} from './state.ts';
import {relist} from './steps.ts';

/** @param at when the events came, in milliseconds */
export function follow(state: ReviewState, events: readonly RunEvent[], at: number): ReviewState {
	const run = events.reduce(fold, state.run);
	const progress = events.reduce((known, event) => progressOf(event, known, at), state.progress);
	const isNew = run.findings !== state.run.findings || run.plan !== state.run.plan || run.written !== state.run.written;
	const metricsAt = run.model?.metrics === state.run.model?.metrics ? state.metricsAt : at;
	const next = {...state, run, progress, metricsAt};
	return isNew ? reindex(next) : next;
}

/** Updates what depends on the run: the index of its changes and the list. */
function reindex(state: ReviewState): ReviewState {
	const {run} = state;
	// A finding that the model just answered is not in the plan yet.
	const isPlanned = ({finding, rulings}: JudgedFinding) => finding.disposition !== null || rulings.length > 0;
	const judged = run.plan ? judgeFindings(run).filter(isPlanned) : [];
	const index = {
		rulings: new Map(
			run.plan?.rulings.flatMap(ruling =>
				[ruling.proposal.change.id, ...ruling.proposal.aliases].map(id => [id, ruling] as const),
			),
		),
		judged: new Map(judged.map(entry => [entry.finding.id, entry])),
		standing: {
			ready: judged.filter(({verdict}) => verdict.outcome === 'planned').length,
			applied: judged.filter(({verdict}) => verdict.outcome === 'applied').length,
			left: countLeft(judged.map(({verdict}) => verdict)),
		},
	};
	return relist({...state, index, list: {...state.list, all: rowsOf({...state, index})}});
}

/** Unchanged findings keep their rows, because there may be thousands. */
function rowsOf({run, index, list, delivery}: ReviewState): List['all'] {
	const rows = conversationsOf(run.findings).map(conversation => {
		const {id, source} = conversation.finding;
		const {threadId} = source;
		const told = (threadId !== null && delivery.threads.get(threadId)) || null;
		const entry = {...listedOf(conversation, index.judged.get(id)), told};
		const known = list.all.get(id);
		return known && isSameEntry(known.entry, entry) ? known : rowOf(entry);
	});
	return new Map(rows.sort(byWeight).map(row => [row.id, row]));
}

const isSameEntry = (one: ListEntry, other: ListEntry): boolean =>
	one.finding === other.finding &&
	one.path === other.path &&
	one.told === other.told &&
	one.verdict?.outcome === other.verdict?.outcome &&
	one.verdict?.reason === other.verdict?.reason &&
	one.others.length === other.others.length &&
	one.others.every((finding, index) => finding === other.others[index]);
