import {providerRow, usualVolume} from '../../run/setup/choices.ts';
import type {Draft} from '../../run/setup/draft.ts';
import type {Pace} from '../../run/setup/pace.ts';
import {costOfQuestion} from '../../run/setup/price.ts';
import {isPassed} from '../../run/setup/step.ts';
import type {SetupTrial} from '../../run/setup/trial.ts';
import {aliasOf} from '../../settings/providers.ts';
import {inSeconds, money, moneySpent, rate, roughly} from '../../text/figures.ts';
import {doing} from '../app/state.ts';
import {span} from '../text/line.ts';
import {tierNamed} from './choosing-pages.ts';
import {statusSpan} from './outline.ts';
import type {MenuItem, Part, SetupText} from './page.ts';
import type {SetupState} from './state.ts';
import {askFor, check, openScreen, toSave, withModel} from './steps.ts';
import {noCost, unknownCost} from './table.ts';

/** The test request: its cost before it is sent, then its result. */
export function requestPage(state: SetupState): SetupText {
	const {trial, draft, work} = state;
	const title = 'test request';
	if (!draft) return {title, above: []};
	const usd = costOfQuestion(draft);
	const isDone = trial !== null && isPassed(trial.step);
	const items = isDone ? afterwards(state, draft, trial) : beforehand(state, draft, usd !== null);
	const menu = {title, items, isGuarded: true} as const;
	if (trial && work !== 'asking') return {...menu, above: resultOf(trial, state, items.length === 0)};
	const intro = `pr-resolve sends one small test request to ${aliasOf(draft.provider)}.`;
	if (usd === null) return {...menu, above: [intro, unknownPrice, ''], below: ['', howToPrice]};
	const waiting = work === 'asking' ? [waitingLine(state)] : [];
	return {...menu, above: [`${intro} It costs ${costOfRequest(draft, usd)}.`, '', ...waiting]};
}

const beforehand = (state: SetupState, draft: Draft, hasPrice: boolean): MenuItem[] => [
	hasPrice
		? {
				value: 'ask',
				label: state.trial ? 'Send it again' : 'Send the test request',
				choose: () => doing({...state, work: 'asking'}, {type: 'try', draft}),
			}
		: {value: 'price', label: 'Enter the price', choose: () => askFor(state, 'price', 'Price')},
	{value: 'on', label: 'Skip the test request', choose: at => toSave(state, at)},
];

/** None if there is only to go on. */
function afterwards(state: SetupState, draft: Draft, {pace}: SetupTrial): MenuItem[] {
	const {other = null, timeout = null} = pace ?? {};
	if (!other && timeout === null) return [];
	// A limit that was chosen before is taken back by the choice of another item.
	const continueWith = (limit: number | null) => (at: number) =>
		toSave({...state, draft: {...draft, timeout: limit}, withoutModel: false}, at);
	const items: MenuItem[] = [{value: 'on', label: 'Continue with this model', choose: continueWith(null)}];
	if (other) {
		items.push({
			value: 'model',
			label: `Use ${other.name} instead`,
			choose: at => check(openScreen(withModel(state, other.name), 'step', 'model', at), 'provider'),
		});
	}
	if (timeout !== null) {
		const label = `Continue with a time limit of ${timeout} s`;
		items.push({value: 'timeout', label, choose: continueWith(timeout)});
	}
	return items;
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

function resultOf(
	{step, tokens, costUsd, unknownCosts, latencyMs, pace}: SetupTrial,
	{symbols, settings}: SetupState,
	isOver: boolean,
): Part[] {
	const facts = [
		...(latencyMs === null ? [] : [inSeconds(latencyMs, 1)]),
		...(tokens ? [`${tokens.input} tokens in, ${tokens.output} out`] : []),
		...(costUsd === null ? [] : [costUsd === 0 ? 'free' : moneySpent({costUsd, unknownCosts})]),
	];
	return [
		[statusSpan(step.status, symbols)],
		step.detail,
		...(facts.length > 0 ? [facts.join(', ')] : []),
		...(step.remedy === '' ? [] : ['', `${step.remedy}`]),
		...(pace ? ['', ...paceParts(pace, settings.llmTimeout)] : []),
		'',
		...(isOver ? [[span('Press Enter to continue.', 'strong')]] : []),
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
