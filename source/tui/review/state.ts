import type {Ruling} from '../../resolve/decide.ts';
import type {Inquiry} from '../../run/asking/asker.ts';
import type {Kept} from '../../run/kept-decisions.ts';
import type {Judged} from '../../run/outcome.ts';
import type {OwnRun} from '../../run/own-runs.ts';
import type {Consent, Group, Planned} from '../../run/session.ts';
import type {RunState} from '../../run/state.ts';
import type {UndoReport} from '../../run/undo.ts';
import type {Dialog, Question} from '../app/dialog.ts';
import type {PanesState} from '../app/panes.ts';
import type {AppState} from '../app/state.ts';
import type {Highlight} from '../text/highlight.ts';
import type {Line} from '../text/line.ts';
import type {History} from './decisions.ts';
import type {Grouping, List} from './rows.ts';
import type {ModelAtHand, NoModel} from './sessions.ts';

/** What the run is at. `open`: a person decides; `planning`: they do so while the plan follows. */
export type Stage = 'loading' | 'planning' | 'open' | 'writing' | 'undoing' | 'asking' | 'failed';

/** What the run says it does, in words; `total` as far as it is known. Times in milliseconds. */
export type Progress = {text: string; done: number; total: number | null; startedAt: number; at: number};

export type ReviewQuestion = Question<'apply' | 'undo' | 'quit' | 'ask' | 'ask-all' | 'go-on'>;

export type ReviewDialog = Dialog<ReviewQuestion['what'], 'filter' | 'reason' | 'file', 'help' | 'about'>;

/** All that is known of a finding. */
export type Detail = {
	lines: readonly Line[];
	/** For each of the sides the line (0-based) that it starts on. */
	tops: readonly number[];
	/** What it was written of. */
	of: readonly unknown[];
};

/** What is known of the changes once a plan was made. */
export type Index = {
	/** By the id of a change, also of one that was merged into another. */
	rulings: ReadonlyMap<string, Ruling>;
	judged: ReadonlyMap<string, Judged>;
	/** How many findings are to be applied, are applied, and need somebody. */
	standing: {ready: number; applied: number; open: number};
};

export type ReviewState = AppState<ReviewDialog> &
	PanesState & {
		stage: Stage;
		run: RunState;
		progress: Progress | null;
		/** When the accounts of the model requests last changed, in milliseconds. */
		metricsAt: number;
		/** Null until the first plan; `decisions`: what it was made with, later ones have yet to be planned. */
		planned: (Planned & {decisions: History['now']}) | null;
		index: Index;
		/** By the id of a change: what it stands against. */
		groups: ReadonlyMap<string, Group>;
		/** Null until the pull request was read. */
		model: ModelAtHand | NoModel | null;
		/** Whether a person agrees that a model is asked about all findings, for as long as this session lasts. */
		consent: Consent;
		/** What that comes to, while it waits for an answer. */
		inquiry: Inquiry | null;
		/** Whether a person has taken to a finding; until then the first one is looked at. */
		isChosen: boolean;
		history: History;
		/** What was decided in an earlier session, as long as nobody said what shall become of it. */
		kept: Kept | null;
		/** A dialog that waits for the plan of the last decision. */
		wanted: 'apply' | null;
		/** File of the decisions, and what it holds. */
		saved: {file: string | null; decisions: History['now']};
		list: List;
		grouping: Grouping;
		filter: string;
		/** The finding that the cursor was on when a filter was begun. */
		beforeFilter: string | null;
		/** Index into the rows of the list. */
		cursor: number;
		listTop: number;
		/** Which of the sides of the finding is looked at. */
		side: number;
		/** First line of the detail that is seen. */
		scroll: number;
		isUnfolded: boolean;
		/** What is shown of the finding, as it was written last. */
		detail: Detail | null;
		/** The runs of this session that stand, the latest last. */
		runs: readonly OwnRun[];
		/** What was taken back last, as long as nothing was written since. */
		undone: UndoReport | null;
		highlight: Highlight | null;
	};
