import type {Selection} from '../../run/setup/choices.ts';
import type {Volume} from '../../run/setup/costs.ts';
import type {Draft} from '../../run/setup/draft.ts';
import type {KeyPlace, KeyPlaces} from '../../run/setup/keys.ts';
import type {ModelOption} from '../../run/setup/model-list.ts';
import type {PullState} from '../../run/setup/pull.ts';
import type {Step} from '../../run/setup/step.ts';
import type {Trial} from '../../run/setup/trial.ts';
import type {Saved} from '../../settings/save.ts';
import type {Settings} from '../../settings/table.ts';
import type {FieldDialog} from '../app/dialog.ts';
import type {Page as PageDialog} from '../app/page.ts';
import type {AppState} from '../app/state.ts';
import type {Field} from '../widgets/field.ts';

/** What the right side is about. `step`: what is checked, and what came of it. */
export type Page = 'wishes' | 'providers' | 'step' | 'models' | 'request' | 'keep' | 'save' | 'done';

/** Steps that are checked together. */
export type Group = 'provider' | 'host';

/** What goes on; a person can stop it. */
export type Work = 'checking' | 'pulling' | 'listing' | 'asking' | 'running' | 'saving';

/** A key that was typed, and what is known of where it can be kept. */
export type Places = KeyPlaces & {
	/** The variable is set in this session, and goes before what is kept. */
	isSet: boolean;
};

/** The field for a key is none of them: it is open wherever a key is missing. */
export type SetupDialog = PageDialog<'help'> | {kind: 'leave'} | FieldDialog<'volume' | 'model'>;

/** What is set up; without a model it is GitHub alone, and both are unset until a person has chosen. */
export type Choice = {draft: Draft; withoutModel: false} | {draft: null; withoutModel: boolean};

export type SetupState = AppState<SetupDialog> &
	Choice & {
		settings: Settings;
		settingsFile: string | null;
		page: Page;
		/** Id of the step that is looked at. */
		current: string;
		steps: Readonly<Record<Group, readonly Step[]>>;
		/** The groups that were checked to their end. */
		checked: readonly Group[];
		/** What the wishes come to; null until they are told. */
		advice: Selection | null;
		volume: Volume;
		work: Work | null;
		pull: PullState | null;
		models: readonly ModelOption[] | null;
		trial: Trial | null;
		places: Places | null;
		/** Where a typed key is to be kept; null nowhere, undefined until it was asked. */
		place: KeyPlace | null | undefined;
		saved: Saved | null;
		/** A key while it is typed. */
		field: Field;
		/** Value of the line of the menu that has the cursor; null for the one that it opened with. */
		highlighted: string | null;
		scroll: number;
		/** When the page was opened, and until when keys are not heard; milliseconds. */
		openedAt: number;
		quietUntil: number;
	};

/** Whether something lies over the page; a field does not. */
export const isCovered = ({dialog}: Pick<SetupState, 'dialog'>): boolean => dialog !== null && dialog.kind !== 'field';
