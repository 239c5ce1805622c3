import type {KeyPlace, KeyPlaces, Volume} from '../../run/setup/choices.ts';
import type {Draft} from '../../run/setup/draft.ts';
import type {ModelOption} from '../../run/setup/model-list.ts';
import type {PullState} from '../../run/setup/pull.ts';
import type {CheckStep} from '../../run/setup/step.ts';
import type {SetupTrial} from '../../run/setup/trial.ts';
import type {Wish} from '../../run/setup/wishes.ts';
import type {ProviderId} from '../../settings/providers.ts';
import type {Saved} from '../../settings/save.ts';
import type {Settings} from '../../settings/table.ts';
import type {FieldDialog} from '../app/dialog.ts';
import type {AppEffect} from '../app/effects.ts';
import type {Page as PageDialog} from '../app/page.ts';
import type {AppState, Trouble} from '../app/state.ts';
import type {TerminalAction} from '../app/update.ts';
import type {Field} from '../widgets/field.ts';

/** The page on the right. `step`: a check and its result. */
export type SetupPage = 'now' | 'wishes' | 'providers' | 'step' | 'models' | 'request' | 'keep' | 'save' | 'done';

/** Steps that are checked together. */
export type Group = 'provider' | 'host';

/** The current work, which the user can stop. */
export type Work = 'checking' | 'pulling' | 'listing' | 'asking' | 'running' | 'saving';

/** The field for an API key is not a dialog: it is open on every step that needs one. */
export type SetupDialog =
	| PageDialog<'help' | 'messages'>
	| {kind: 'leave'}
	| FieldDialog<'volume' | 'model' | 'price' | 'budget'>;

/** What is set up: a provider, or GitHub alone; both are unset until the user chooses. */
export type Choice = {draft: Draft; withoutModel: false} | {draft: null; withoutModel: boolean};

export type SetupState = AppState<SetupDialog> &
	Choice & {
		settings: Settings;
		settingsFile: string | null;
		page: SetupPage;
		/** Id of the selected step. */
		current: string;
		steps: Readonly<Record<Group, readonly CheckStep[]>>;
		checked: readonly Group[];
		/** The chosen wish; null before it. */
		advice: Wish | null;
		volume: Volume;
		work: Work | null;
		pull: PullState | null;
		models: readonly ModelOption[] | null;
		/** How far the answer to the test request is; null without one under way. */
		answering: string | null;
		trial: SetupTrial | null;
		/** Where a typed API key can be stored; `isSet`: its variable is set in this session and takes precedence. */
		places: (KeyPlaces & {isSet: boolean}) | null;
		/** Where to store a typed key; null for nowhere, undefined before the choice. */
		place: KeyPlace | null | undefined;
		/** Where the key of the provider that is set is stored; null for nowhere. */
		keptIn: string | null;
		/** Whether it is deleted when no model is saved. */
		forgets: boolean;
		saved: Saved | null;
		/** A key while it is typed. */
		field: Field;
		/** Value of the highlighted item; null for the first highlighted one. */
		highlighted: string | null;
		scroll: number;
		/** When the page opened, and until when keys are ignored; milliseconds. */
		openedAt: number;
		quietUntil: number;
	};

/** Whether help or a question covers the page. */
export const isCovered = ({dialog}: Pick<SetupState, 'dialog'>): boolean => dialog !== null && dialog.kind !== 'field';

export const working: Readonly<Record<Work, string>> = {
	checking: 'checking; press Esc to stop',
	pulling: 'downloading; press Esc to stop',
	listing: 'listing the models; press Esc to stop',
	asking: 'waiting for the answer; press Esc to stop',
	running: 'the command is using the terminal',
	saving: 'saving',
};

/** Times are in milliseconds. */
export type Action = TerminalAction | OwnAction;

export type OwnAction =
	/** An item of the open menu is chosen, by its number. */
	| {type: 'chosen'; value: string; at: number}
	/** What work has found out or, with `work`, has ended with. */
	| {
			type: 'learned';
			what: Partial<Pick<SetupState, 'pull' | 'models' | 'answering' | 'trial' | 'places' | 'keptIn' | 'work'>>;
	  }
	| {type: 'step'; of: Group; step: CheckStep}
	| {type: 'checked'; of: Group}
	| {type: 'pulled'}
	| {type: 'saved'; saved: Saved}
	/** In US dollars. */
	| {type: 'budget-saved'; usd: number}
	/** A command has ended. `trouble`: why it failed; null if it succeeded. */
	| {type: 'ran'; trouble: string | null}
	| {type: 'stopped'}
	/** Of work, which it ends. */
	| {type: 'failed'; trouble: Trouble};

export type Effect =
	| AppEffect
	| {type: 'check'; of: Group; draft: Draft | null}
	| {type: 'list'; draft: Draft}
	| {type: 'pull'; model: string; draft: Draft}
	| {type: 'try'; draft: Draft}
	| {type: 'places'; provider: ProviderId}
	| {type: 'find-key'; provider: ProviderId}
	/** `draft` is null to save that no model is used; `forget`: the provider whose stored key is deleted then. */
	| {type: 'save'; draft: Draft | null; place: KeyPlace | null; forget: ProviderId | null}
	| {type: 'save-budget'; usd: number}
	| {type: 'run'; command: string}
	| {type: 'cancel'};
