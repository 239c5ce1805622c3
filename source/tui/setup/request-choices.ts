import {costOfQuestion} from '../../run/setup/price.ts';
import {isPassed} from '../../run/setup/step.ts';
import {doing, only} from '../app/state.ts';
import {fieldOf} from '../widgets/field.ts';
import type {SetupState} from './state.ts';
import {check, openScreen, type SetupStep, toSave, withModel} from './steps.ts';

type RequestChoice = {label: string; choose: (state: SetupState, at: number) => SetupStep};

/** What can be done about the test request, by the names of the items; empty if there is only to go on. */
export function requestChoices({trial, draft, settings}: SetupState): Readonly<Record<string, RequestChoice>> {
	if (!draft) return {};
	if (trial && isPassed(trial.step)) {
		// A limit that was chosen before is taken back by the choice of another item.
		const continueWith =
			(limit: number | null): RequestChoice['choose'] =>
			(state, at) =>
				toSave({...state, draft: {...draft, timeout: limit}, withoutModel: false}, at);
		const {other = null, timeout = null} = trial.pace ?? {};
		if (!other && timeout === null) return {};
		return {
			on: {label: 'Continue with this model', choose: continueWith(null)},
			...(other && {
				model: {
					label: `Use ${other.name} instead`,
					choose: (state, at) => check(openScreen(withModel(state, other.name), 'step', 'model', at), 'provider'),
				},
			}),
			...(timeout !== null && {
				timeout: {
					label: `Continue with a time limit of ${timeout} s`,
					choose: continueWith(timeout),
				},
			}),
		};
	}
	const hasPrice = costOfQuestion(draft, settings) !== null;
	return {
		...(hasPrice
			? {
					ask: {
						label: trial ? 'Send it again' : 'Send the test request',
						choose: state => doing({...state, work: 'asking'}, {type: 'try', draft}),
					},
				}
			: {price: {label: 'Enter the price', choose: askForPrice}}),
		on: {label: 'Skip the test request', choose: toSave},
	};
}

const askForPrice = (state: SetupState): SetupStep =>
	only({...state, dialog: {kind: 'field', purpose: 'price', label: 'Price', field: fieldOf('')}});
