import type {Metrics} from '../../llm/meter.ts';
import {choiceOf, type ModelChoice} from '../../llm/providers/registry.ts';
import {type AskingEnd, sumOfAskings} from '../asking/asking-end.ts';
import type {RunEvent} from '../events.ts';
import {type ModelReport, reportModel, withRequests} from '../report/model-report.ts';
import type {EndedRun} from '../report/report.ts';
import type {FleetProgress} from './progress-file.ts';
import {requestsOf, type SentRequests} from './progress-lines.ts';

export type FleetAccount = {
	/** Of all model requests of the fleet; null if there were none. */
	llm: ModelReport | null;
	/** The last run of this process that asked a model, with the account of all; null if none did. */
	run: EndedRun | null;
};

/**
 * The account of the model requests of all runs, which share one asker, and of those by earlier processes of the fleet. What
 * is sent is written down as it changes, so that a later process knows of it whatever ends this one.
 */
export function keepAccount({sent: earlier, send}: Pick<FleetProgress, 'sent' | 'send'>) {
	let metrics: Metrics | null = null;
	let choice: ModelChoice | null = null;
	let last: EndedRun | null = null;
	const askings: AskingEnd[] = [];
	const sent: SentRequests[] = [];
	let known = 0;
	let estimateUsd: number | null = 0;

	function note(now: Metrics): void {
		metrics = now;
		const rows = now.rows.slice(known);
		const {inFlight, budget} = now;
		if (rows.length === 0 && inFlight === (sent.at(-1)?.underWay?.attempts ?? 0)) return;
		const underWay = inFlight > 0 && choice ? {choice, attempts: inFlight, heldUsd: budget.reservedUsd} : null;
		const line = {rows, underWay};
		known += rows.length;
		sent.push(line);
		send(line);
	}

	return {
		follow: (event: RunEvent) => {
			if (event.type === 'asking') choice = choiceOf(event.provider);
		},
		note,
		add: ({report, state}: EndedRun) => {
			const {llm} = report;
			if (llm.asking) askings.push(llm.asking);
			estimateUsd = estimateUsd === null || llm.estimateUsd === null ? null : estimateUsd + llm.estimateUsd;
			if (state.model !== null) last = {report, state};
		},
		account: (): FleetAccount => {
			const rows = [...earlier, ...requestsOf(sent)];
			const model = last?.state.model;
			if (!last || !model) {
				const nothing = reportModel({model: null, findings: []});
				return {llm: rows.length > 0 ? withRequests(nothing, rows) : null, run: null};
			}
			const state = {...last.state, model: {...model, metrics: metrics ?? model.metrics, estimateUsd}};
			const {questions, stoppedBy, ...asking} = sumOfAskings(askings);
			const own = {...reportModel(state), asking: {questions, stoppedBy, ...asking}, questions, stoppedBy};
			const llm = withRequests(own, rows);
			return {llm, run: {report: {...last.report, llm}, state}};
		},
	};
}
