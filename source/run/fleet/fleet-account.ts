import type {Metrics} from '../../llm/meter.ts';
import type {RunEvent} from '../events.ts';
import {reportModel} from '../report/model-report.ts';
import type {Report} from '../report/report.ts';
import type {RunState} from '../state.ts';

/** What is known of a run after its end. */
export type EndedRun = {report: Report; state: RunState};

/** The account of the model requests of all runs, which share one asker. */
export function keepAccount() {
	let metrics: Metrics | null = null;
	let last: EndedRun | null = null;
	let [questions, estimateUsd]: [number, number | null] = [0, 0];
	return {
		follow: (event: RunEvent) => {
			// That of the asker, whichever run hears it.
			if (event.type === 'metrics') metrics = event.metrics;
		},
		add: ({report, state}: EndedRun) => {
			const {llm} = report;
			questions += llm.questions;
			estimateUsd = estimateUsd === null || llm.estimateUsd === null ? null : estimateUsd + llm.estimateUsd;
			if (state.model !== null) last = {report, state};
		},
		/** The last run that asked a model, with the account of all; null if none did. */
		account: (): EndedRun | null => {
			if (!last?.state.model) return null;
			const model = {...last.state.model, metrics: metrics ?? last.state.model.metrics, questions, estimateUsd};
			const state = {...last.state, model};
			return {report: {...last.report, llm: reportModel(state)}, state};
		},
	};
}
