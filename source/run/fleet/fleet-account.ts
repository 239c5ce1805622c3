import type {Metrics} from '../../llm/meter.ts';
import {type AskingEnd, sumOfAskings} from '../asking/asking-end.ts';
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
	const askings: AskingEnd[] = [];
	let estimateUsd: number | null = 0;
	return {
		follow: (event: RunEvent) => {
			// That of the asker, whichever run hears it.
			if (event.type === 'metrics') metrics = event.metrics;
		},
		add: ({report, state}: EndedRun) => {
			const {llm} = report;
			if (llm.asking) askings.push(llm.asking);
			estimateUsd = estimateUsd === null || llm.estimateUsd === null ? null : estimateUsd + llm.estimateUsd;
			if (state.model !== null) last = {report, state};
		},
		/** The last run that asked a model, with the account of all; null if none did. */
		account: (): EndedRun | null => {
			if (!last?.state.model) return null;
			const model = {...last.state.model, metrics: metrics ?? last.state.model.metrics, estimateUsd};
			const state = {...last.state, model};
			const asking = sumOfAskings(askings);
			const {questions, stoppedBy} = asking;
			return {report: {...last.report, llm: {...reportModel(state), asking, questions, stoppedBy}}, state};
		},
	};
}
