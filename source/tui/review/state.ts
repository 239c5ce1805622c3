import type {Ruling} from '../../resolve/decide.ts';
import type {Inquiry} from '../../run/asking/asker.ts';
import type {ForGood} from '../../run/memory/decline-for-good.ts';
import {countLeft, type JudgedFinding, type LeftCounts} from '../../run/report/outcome.ts';
import type {Progress} from '../../run/report/progress.ts';
import type {StoredDecisions} from '../../run/session/kept-work.ts';
import type {Consent, OwnRun} from '../../run/session/own-runs.ts';
import type {Group, Only, Planned} from '../../run/session/planned.ts';
import {initialState, type RunState} from '../../run/state.ts';
import type {UndoReport} from '../../run/undo/undo-report.ts';
import type {DeliveryChoice} from '../../settings/delivery-ticks.ts';
import type {Checklist} from '../app/checklist.ts';
import type {Confirm, DialogQuestion, FieldDialog} from '../app/dialog.ts';
import {type News, noNews} from '../app/outside.ts';
import type {Page} from '../app/page.ts';
import type {PanesState} from '../app/panes.ts';
import type {AppState} from '../app/state.ts';
import {usualContext} from '../text/diff-rows.ts';
import type {Highlight} from '../text/highlight.ts';
import {type FoldLine, type Folds, type Line, untouchedFolds} from '../text/line.ts';
import type {ListedLink} from '../text/link-lines.ts';
import {type DecisionHistory, historyOf} from './decisions.ts';
import type {DeliveryView} from './delivery/view.ts';
import type {PlannedFile} from './planned-files.ts';
import {type Grouping, type List, noList} from './rows.ts';
import type {AvailableModel, NoModel, Sessions} from './sessions.ts';

/** `of`: the values that it was made from; it is made again if they are others. */
export type Made = {of: readonly unknown[]};

/** Whether something was made from these values, so that it need not be made again. */
export const isMadeOf = <Of extends Made>(known: Of | null, of: Made['of']): known is Of =>
	known !== null && known.of.length === of.length && known.of.every((part, at) => part === of[at]);

/** `open`: the user decides; `planning`: the same while the plan is updated. */
export type Stage = 'loading' | 'planning' | 'open' | 'writing' | 'undoing' | 'delivering' | 'asking' | 'failed';

export type ReviewQuestion = DialogQuestion<
	'apply' | 'undo' | 'quit' | 'ask' | 'ask-all' | 'go-on' | 'step' | 'for-good'
>;

type Question = Confirm<ReviewQuestion['what']> | Checklist<DeliveryChoice>;

/** `over`: what it was opened from and returns to. */
export type ReviewPage = Page<'help' | 'about' | 'messages' | 'diff' | 'replies' | 'delivery'> & {
	over?: Question;
};

export type ReviewField = FieldDialog<
	'filter' | 'reason' | 'reason-always' | 'words' | 'reason-for-all' | 'file' | 'link' | 'search'
>;

export type ReviewDialog = Question | ReviewField | ReviewPage;

export type Detail = Made & {
	lines: readonly Line[];
	/** First line (0-based) of each side. */
	tops: readonly number[];
	folds: readonly FoldLine[];
	links: readonly ListedLink[];
	/** The line (0-based) above their list. */
	linksTop: number;
};

/** The page of all changes to be written. */
export type ResultDiff = Made & {
	lines: readonly Line[];
	/** Each file, and the line that it begins with (0-based). */
	files: readonly (PlannedFile & {top: number; hasSyntax: boolean})[];
};

export type Index = {
	/** By id of a change, including those merged into another. */
	rulings: ReadonlyMap<string, Ruling>;
	judged: ReadonlyMap<string, JudgedFinding>;
	/** Numbers of findings that are ready to apply, applied, and open. */
	standing: {ready: number; applied: number; left: LeftCounts};
};

/** What was read before a reload, to which a reload that fails returns. */
export type ReadBefore = Pick<ReviewState, 'run' | 'planned' | 'index' | 'groups' | 'list'>;

export type ReviewState = AppState<ReviewDialog> &
	PanesState & {
		stage: Stage;
		/** Whether the pull request was named; otherwise it is that of the current branch. */
		isNamed: boolean;
		run: RunState;
		progress: Progress | null;
		/** When the model metrics last changed, in milliseconds. */
		metricsAt: number;
		/** Null until the first plan; `decisions`: those it was made with; `at`: when, in milliseconds since the epoch. */
		planned: (Planned & {decisions: DecisionHistory['now']; at: number}) | null;
		index: Index;
		/** While everything is read again; null if there is nothing to return to. */
		before: ReadBefore | null;
		/** Conflicts by id of a change. */
		groups: ReadonlyMap<string, Group>;
		/** Null until the pull request is read. */
		model: AvailableModel | NoModel | null;
		/** Consent to send all findings to the model in this session. */
		consent: Consent;
		/** The estimate of that request while its question waits. */
		inquiry: Inquiry | null;
		/** Whether the user has pressed a key; until then the first finding is selected. */
		isChosen: boolean;
		/** Ids of the findings whose detail was on the screen or was read aloud. */
		seen: ReadonlySet<string>;
		history: DecisionHistory;
		/** Decisions of an earlier session, until the user restores or drops them. */
		kept: StoredDecisions | null;
		/** A question that waits for the plan. */
		wanted: 'apply' | 'delivery' | null;
		delivery: DeliveryView;
		/** What is about to be declined for good; null for nothing. */
		forGood: ForGood | null;
		/** How many entries this session has written. */
		keptForGood: number;
		/** Ids of the findings that the question of what to write is limited to; null for all. */
		only: Only;
		/** The decisions file and its content. */
		saved: {file: string | null; decisions: DecisionHistory['now']};
		list: List;
		grouping: Grouping;
		/** Whether the list shows findings that ask for nothing. */
		isIdleShown: boolean;
		/** How much larger than usual the user made the list, in steps; negative if smaller. */
		listGrowth: number;
		filter: string;
		/** The lines of drafts that were refused, for another try, by the ids of their subjects. */
		refused: ReadonlyMap<string, readonly string[]>;
		/** The filter that is kept for the next session; null until the kept one is read. */
		keptFilter: string | null;
		/** The filter and the selected finding before the filter was typed. */
		beforeFilter: {text: string; finding: string | null};
		/** What is searched for in the detail; empty for nothing. */
		search: string;
		/** The search and the first visible line before the search was typed. */
		beforeSearch: {text: string; scroll: number};
		/** What has changed elsewhere, as far as it was looked for; `moved`: what the user did to what is checked out, null for nothing. */
		outside: News & {moved: string | null};
		/** Index into the rows of the list. */
		cursor: number;
		/** Id of the finding where the user began to select several; null: only one is selected. */
		range: string | null;
		/** Whether a decision to apply goes on to the next finding. */
		goesOn: boolean;
		listTop: number;
		/** Index of the selected side. */
		side: number;
		/** First visible line of the detail. */
		scroll: number;
		folds: Folds;
		/** Lines around each change. */
		context: number;
		/** First visible cell of the lines of diffs; null wraps long lines. */
		sideways: number | null;
		/** Whether old and new lines are side by side if they fit; null: if they have room. */
		split: boolean | null;
		/** The cached detail. */
		detail: Detail | null;
		/** The cached diff while its page is open. */
		resultDiff: ResultDiff | null;
		/** Applied runs of this session that are not undone, the latest last. */
		runs: readonly OwnRun[];
		/** The last undo, if nothing was written since. */
		undone: UndoReport | null;
		highlight: Highlight | null;
	};

export function initialReview(
	app: AppState<never>,
	{presets, isNamed, goesOn}: Pick<Sessions, 'presets' | 'isNamed' | 'goesOn'>,
): ReviewState {
	return {
		...app,
		stage: 'loading',
		isNamed,
		run: initialState,
		progress: null,
		metricsAt: 0,
		planned: null,
		before: null,
		index: {rulings: new Map(), judged: new Map(), standing: {ready: 0, applied: 0, left: countLeft([])}},
		groups: new Map(),
		model: null,
		consent: 'open',
		inquiry: null,
		isChosen: false,
		seen: new Set(),
		history: historyOf([]),
		kept: null,
		refused: new Map(),
		wanted: null,
		delivery: {presets, ticked: presets.ticked, end: null, left: null, seen: null, threads: new Map()},
		forGood: null,
		keptForGood: 0,
		only: null,
		saved: {file: null, decisions: new Map()},
		list: noList,
		grouping: 'file',
		isIdleShown: false,
		listGrowth: 0,
		filter: '',
		beforeFilter: {text: '', finding: null},
		search: '',
		beforeSearch: {text: '', scroll: 0},
		keptFilter: null,
		outside: {...noNews, moved: null},
		cursor: -1,
		range: null,
		goesOn,
		listTop: 0,
		side: 0,
		scroll: 0,
		folds: untouchedFolds,
		context: usualContext,
		sideways: null,
		split: null,
		detail: null,
		resultDiff: null,
		focus: 'list',
		isZoomed: false,
		runs: [],
		undone: null,
		highlight: null,
	};
}
