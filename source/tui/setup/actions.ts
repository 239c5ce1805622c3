import type {KeyPlace} from '../../run/setup/choices.ts';
import type {Draft} from '../../run/setup/draft.ts';
import type {ModelOption} from '../../run/setup/model-list.ts';
import type {PullState} from '../../run/setup/pull.ts';
import type {CheckStep} from '../../run/setup/step.ts';
import type {SetupTrial} from '../../run/setup/trial.ts';
import type {ProviderId} from '../../settings/providers.ts';
import type {Saved} from '../../settings/save.ts';
import type {AppEffect} from '../app/effects.ts';
import type {Trouble} from '../app/state.ts';
import type {TerminalAction} from '../app/update.ts';
import type {Group, SetupPlaces} from './state.ts';

/** Times are in milliseconds. */
export type Action = TerminalAction | OwnAction;

export type OwnAction =
	/** An item of a menu is highlighted, or chosen. */
	| {type: 'highlighted'; menu: string; value: string}
	| {type: 'chosen'; menu: string; value: string; at: number}
	| {type: 'step'; of: Group; step: CheckStep}
	| {type: 'checked'; of: Group}
	| {type: 'pulling'; pull: PullState}
	| {type: 'pulled'}
	| {type: 'listed'; models: readonly ModelOption[]}
	/** How far the answer to the test request is; null when it is over. */
	| {type: 'answering'; words: string | null}
	| {type: 'tried'; trial: SetupTrial}
	| {type: 'places'; places: SetupPlaces}
	/** Where the key of the provider that is set is stored. */
	| {type: 'kept'; place: string}
	| {type: 'saved'; saved: Saved}
	/** In US dollars. */
	| {type: 'budget-saved'; usd: number}
	/** A command has ended. `trouble`: why it failed; null if it succeeded. */
	| {type: 'ran'; trouble: string | null}
	/** The user stopped the work. */
	| {type: 'stopped'}
	| {type: 'trouble'; trouble: Trouble};

export type Effect =
	| AppEffect
	| {type: 'check'; of: 'provider'; draft: Draft}
	| {type: 'check'; of: 'host'}
	| {type: 'list'; draft: Draft}
	| {type: 'pull'; model: string; draft: Draft}
	| {type: 'try'; draft: Draft}
	| {type: 'places'; provider: ProviderId}
	| {type: 'find-key'; provider: ProviderId}
	/** `draft` is null to save that no model is used; `forget`: the provider whose stored key is deleted then. */
	| {type: 'save'; draft: Draft | null; place: KeyPlace | null; forget: ProviderId | null}
	| {type: 'save-budget'; usd: number}
	| {type: 'run'; command: string}
	| {type: 'copy'; text: string}
	| {type: 'cancel'};
