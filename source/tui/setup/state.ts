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
import type {Size} from '../app/layout.ts';
import type {Page as OverlaidPage} from '../app/page.ts';
import type {Notice} from '../review/state.ts';
import type {Symbols} from '../theme.ts';
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

export type SetupState = {
	size: Size;
	symbols: Symbols;
	settings: Settings;
	settingsFile: string | null;
	page: Page;
	/** Lies over the page. */
	overlay: OverlaidPage<'help'> | 'leave' | null;
	/** Id of the step that is looked at. */
	current: string;
	steps: Readonly<Record<Group, readonly Step[]>>;
	/** The groups that were checked to their end. */
	checked: readonly Group[];
	/** What the wishes come to; null until they are told. */
	advice: Selection | null;
	volume: Volume;
	draft: Draft | null;
	/** GitHub alone is set up; then there is no draft. */
	withoutModel: boolean;
	work: Work | null;
	pull: PullState | null;
	models: readonly ModelOption[] | null;
	trial: Trial | null;
	places: Places | null;
	/** Where a typed key is to be kept; null nowhere, undefined until it was asked. */
	place: KeyPlace | null | undefined;
	saved: Saved | null;
	/** A text that is typed beside the key: what a month holds, or the name of a model. */
	asked: 'volume' | 'model' | null;
	field: Field;
	/** Value of the line of the menu that has the cursor; null for the one that it opened with. */
	highlighted: string | null;
	scroll: number;
	notice: Notice | null;
	/** When the page was opened, and until when keys are not heard; milliseconds. */
	openedAt: number;
	quietUntil: number;
	/** When Ctrl-C was pressed, in milliseconds. */
	interruptedAt: number | null;
};

/** The help that lies over the page; null where there is none. */
export const helpOver = ({overlay}: Pick<SetupState, 'overlay'>): OverlaidPage<'help'> | null =>
	overlay === 'leave' ? null : overlay;
