import {providerRow} from '../../run/setup/choices.ts';
import {usualVolume} from '../../run/setup/costs.ts';
import type {Draft} from '../../run/setup/draft.ts';
import type {Pace} from '../../run/setup/pace.ts';
import {costOfQuestion} from '../../run/setup/price.ts';
import type {SetupTrial} from '../../run/setup/trial.ts';
import {aliasOf} from '../../settings/providers.ts';
import {inSeconds, money, moneySpent, rate, roughly} from '../../text/figures.ts';
import {type Line, span} from '../text/line.ts';
import {tierNamed} from './choice-pages.ts';
import {statusSpan} from './outline.ts';
import {type PageText, type Part, plain} from './page-text.ts';
import {requestChoices} from './request-choices.ts';
import type {SetupState} from './state.ts';
import {noCost, unknownCost} from './table.ts';

/** The test request: its cost before it is sent, then its result. */
export function requestPage(state: SetupState, width: number): PageText {
	const {trial, draft, work, settings} = state;
	if (!draft) return plain('test request', [], [], width);
	if (trial && work !== 'asking') return plain('test request', resultOf(trial, state), [], width);
	const intro = `pr-resolve sends one small test request to ${aliasOf(draft.provider)}.`;
	const usd = costOfQuestion(draft, settings);
	if (usd === null) return plain('test request', [intro, unknownPrice, ''], ['', howToPrice], width);
	const waiting = work === 'asking' ? [waitingLine(state)] : [];
	return plain('test request', [`${intro} It costs ${costOfRequest(draft, usd)}.`, '', ...waiting], [], width);
}

const waitingLine = ({answering}: SetupState) => `waiting for the answer${answering === null ? '' : `: ${answering}`}`;

const unknownPrice = 'The price of its model is unknown, so the budget cannot be guaranteed.';

const howToPrice =
	'A price is <input>/<cached input>/<output> in US dollars per million tokens, such as 0.10/0.01/0.50. A fourth figure is for cache writes. If it is free: 0/0/0.';

function costOfRequest({provider, model}: Draft, usd: number): string {
	const {cost} = providerRow(provider);
	if (usd === 0) return noCost(cost);
	const tier = tierNamed(provider, model);
	return tier?.today.perComment === null ? unknownCost : `about ${money(usd)}`;
}

function resultOf({step, tokens, costUsd, unknownCosts, latencyMs, pace}: SetupTrial, state: SetupState): Part[] {
	const facts = [
		...(latencyMs === null ? [] : [inSeconds(latencyMs, 1)]),
		...(tokens ? [`${tokens.input} tokens in, ${tokens.output} out`] : []),
		...(costUsd === null ? [] : [costUsd === 0 ? 'free' : moneySpent({costUsd, unknownCosts})]),
	];
	return [
		[statusSpan(step.status, state.symbols)],
		step.detail,
		...(facts.length > 0 ? [facts.join(', ')] : []),
		...(step.remedy === '' ? [] : ['', `${step.remedy}`]),
		...(pace ? ['', ...paceParts(pace, state.settings.llmTimeout)] : []),
		'',
		...(Object.keys(requestChoices(state)).length > 0 ? [] : [[span('Press Enter to continue.', 'strong')] as Line]),
	];
}

/** A pull request of the usual size. */
const {commentsEach} = usualVolume;

function paceParts({speed, questionMs, other, timeout}: Pace, limit: number): Part[] {
	const each = `about ${roughly(questionMs)} a comment; ${commentsEach} comments, ${roughly(commentsEach * questionMs)}`;
	const rates = `tokens: ${rate(speed.inputPerSecond)} in, ${rate(speed.outputPerSecond)} out`;
	return [
		[span(each, 'strong'), span(` (${rates})`)],
		...(other ? [otherModel(other)] : []),
		...(timeout === null ? [] : [`Long comments may need more than the time limit of ${limit} s allows.`]),
	];
}

const otherModel = ({name, note, isLarger, questionMs}: NonNullable<Pace['other']>) =>
	isLarger
		? `A larger model answers better: ${name}, about ${roughly(questionMs)} a comment if it fits (${note}).`
		: `A smaller model is faster: ${name}, about ${roughly(questionMs)} a comment.`;
