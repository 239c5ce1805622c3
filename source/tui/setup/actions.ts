import type {Draft} from '../../run/setup/draft.ts';
import type {KeyPlace} from '../../run/setup/keys.ts';
import type {ModelOption} from '../../run/setup/model-list.ts';
import type {PullState} from '../../run/setup/pull.ts';
import type {Step} from '../../run/setup/step.ts';
import type {Trial} from '../../run/setup/trial.ts';
import type {ProviderId} from '../../settings/providers.ts';
import type {Saved} from '../../settings/save.ts';
import type {AppEffect} from '../app/effects.ts';
import type {Trouble} from '../app/state.ts';
import type {TerminalAction} from '../app/update.ts';
import type {Group, Places} from './state.ts';

/** What happens to the wizard. Times are in milliseconds. */
export type Action = TerminalAction | OwnAction;

export type OwnAction =
	/** The cursor of a menu moved, and a line of it was taken. */
	| {type: 'highlighted'; menu: string; value: string}
	| {type: 'chosen'; menu: string; value: string; at: number}
	| {type: 'step'; of: Group; step: Step}
	| {type: 'checked'; of: Group}
	| {type: 'pulling'; pull: PullState}
	| {type: 'pulled'}
	| {type: 'listed'; models: readonly ModelOption[]}
	| {type: 'tried'; trial: Trial}
	| {type: 'places'; places: Places}
	| {type: 'saved'; saved: Saved}
	/** A command had the terminal. `trouble`: why it did not do its work; null where it did. */
	| {type: 'ran'; trouble: string | null}
	/** What went on was stopped by the person. */
	| {type: 'stopped'}
	| {type: 'trouble'; trouble: Trouble};

/** What has to be done in the world. */
export type Effect =
	| AppEffect
	| {type: 'check'; of: 'provider'; draft: Draft}
	| {type: 'check'; of: 'host'}
	| {type: 'list'; draft: Draft}
	| {type: 'pull'; model: string; draft: Draft}
	| {type: 'try'; draft: Draft}
	| {type: 'places'; provider: ProviderId}
	/** `draft` null: that no model is asked. */
	| {type: 'save'; draft: Draft | null; place: KeyPlace | null}
	| {type: 'run'; command: string}
	| {type: 'copy'; text: string}
	| {type: 'cancel'};
