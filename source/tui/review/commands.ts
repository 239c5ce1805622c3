import {authorsOf, isPlaced} from '../../resolve/proposal.ts';
import {isOpen} from '../../run/outcome.ts';
import {count} from '../../text/count.ts';
import {sentences} from '../../text/sentences.ts';
import {confirm} from '../app/dialog.ts';
import {paneCommands, paneLayout} from '../app/panes.ts';
import {doing, notify, only} from '../app/state.ts';
import {appCommands, type Commands, type Handler, interrupt, showPage} from '../app/update.ts';
import {linesWithMatch} from '../text/marks.ts';
import {fieldOf} from '../widgets/field.ts';
import type {Effect} from './actions.ts';
import {arrangement} from './arrangement.ts';
import {needsConsent} from './asking.ts';
import {contextAfter} from './context.ts';
import {type DecisionHistory, recordDecision, redoDecision, undoDecision, withDecisions} from './decisions.ts';
import {copyOf, detailLines} from './detail.ts';
import {filterPatterns} from './filter-prompt.ts';
import type {Command} from './keymap.ts';
import {changesBetween} from './notices.ts';
import {outstanding} from './outstanding.ts';
import {applyQuestion, quitQuestion, undoQuestion} from './questions.ts';
import {groupings, moveCursor} from './rows.ts';
import {areChosen, decisionOn, idsOf, mergeOf, selectedRow, selectionOf, targetsOf} from './selection.ts';
import type {ReviewState} from './state.ts';
import {askModel, type ReviewStep, relist, reload, replan} from './steps.ts';

type ReviewHandler = Handler<ReviewState, Effect>;

/** Rows of the focused pane. */
const pageOf = (state: ReviewState): number => paneLayout(state, arrangement)[state.focus].height;

const moveBy =
	(steps: (page: number) => number): ReviewHandler =>
	state => {
		const step = steps(pageOf(state));
		if (state.focus === 'detail') return only({...state, scroll: Math.max(0, state.scroll + step)});
		return only({...state, cursor: moveCursor(state.list, state.cursor, step)});
	};

const toOpen =
	(direction: 1 | -1): ReviewHandler =>
	state => {
		const {rows} = state.list;
		// From the cursor to the end, then from the other end to the cursor.
		for (let steps = 1; steps <= rows.length; steps++) {
			const at = (((state.cursor + steps * direction) % rows.length) + rows.length) % rows.length;
			const row = rows[at]!;
			if (row.kind !== 'finding' || !row.entry.verdict || !isOpen(row.entry.verdict.outcome)) continue;
			if (at === state.cursor) return only(notify(state, 'no other finding needs you'));
			const isRound = direction === 1 ? at < state.cursor : at > state.cursor;
			const next = {...state, cursor: at};
			return only(isRound ? notify(next, 'wrapped around the list') : next);
		}
		return only(notify(state, 'no finding in the list needs you'));
	};

/** To the next finding, whichever pane is focused. */
const toFinding =
	(step: 1 | -1): ReviewHandler =>
	state =>
		only({...state, cursor: moveCursor(state.list, state.cursor, step)});

/** To the next match that the detail does not show yet, in this finding or else in the next one. */
const toMatch =
	(direction: 1 | -1): ReviewHandler =>
	state => {
		const {height} = paneLayout(state, arrangement).detail;
		const {scroll, list, cursor} = state;
		const found = matchedLines(state);
		const line = direction === 1 ? found.find(at => at >= scroll + height) : found.findLast(at => at < scroll);
		if (line !== undefined) return only({...state, scroll: Math.max(0, line - linesBefore)});
		const next = moveCursor(list, cursor, direction);
		if (next !== cursor) return only(sayFolded({...state, cursor: next}));
		const other = moveCursor(list, cursor, direction === 1 ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER);
		return only(sayFolded(notify({...state, cursor: other}, 'wrapped around the list')));
	};

/** Lines of the detail above a match. */
const linesBefore = 2;

const matchedLines = (state: ReviewState) =>
	linesWithMatch(detailLines(state, paneLayout(state, arrangement).detail.width - 1), filterPatterns(state));

/** With a message if a folded part hides what was found. */
function sayFolded(state: ReviewState): ReviewState {
	const isFolded = !state.isUnfolded && selectionOf(state)?.finding.blocks.some(({sections}) => sections.length > 0);
	if (!isFolded || matchedLines(state).length > 0) return state;
	return notify(state, 'the match is in a folded part; press v to show it');
}

const toSide =
	(step: number): ReviewHandler =>
	state => {
		const many = selectionOf(state)?.sides.length ?? 1;
		return only({...state, side: (state.side + step + many) % many});
	};

const toContext =
	(step: 1 | -1): ReviewHandler =>
	state => {
		const context = contextAfter(state.context, step) ?? state.context;
		return only(notify({...state, context}, `${count(context, 'line')} around each change`));
	};

export const commands: Commands<ReviewState, Effect, Command> = {
	...appCommands,
	...paneCommands,
	down: moveBy(() => 1),
	up: moveBy(() => -1),
	'half-down': moveBy(page => Math.ceil(page / 2)),
	'half-up': moveBy(page => -Math.ceil(page / 2)),
	'page-down': moveBy(page => page),
	'page-up': moveBy(page => -page),
	top: moveBy(() => Number.MIN_SAFE_INTEGER),
	bottom: moveBy(() => Number.MAX_SAFE_INTEGER),
	'next-open': toOpen(1),
	'previous-open': toOpen(-1),
	'next-finding': toFinding(1),
	'previous-finding': toFinding(-1),
	'next-match': toMatch(1),
	'previous-match': toMatch(-1),
	'next-side': toSide(1),
	'previous-side': toSide(-1),
	back: state => {
		if (state.stage === 'asking') return doing(state, {type: 'cancel'});
		if (state.isZoomed) return only({...state, isZoomed: false});
		if (state.focus === 'detail') return only({...state, focus: 'list'});
		return only(state.filter === '' ? state : relist({...state, filter: ''}));
	},
	unfold: state => only({...state, isUnfolded: !state.isUnfolded}),
	'more-context': toContext(1),
	'less-context': toContext(-1),
	choose,
	'choose-visible': chooseVisible,
	decline: state =>
		only({...state, dialog: {kind: 'field', purpose: 'reason', label: 'Reason (optional)', field: fieldOf('')}}),
	both: mergeSides,
	edit: state => {
		const proposal = selectionOf(state)?.side?.proposal;
		if (!proposal) return only(state);
		const {id, replacement} = proposal.change;
		return doing(state, {type: 'edit', change: id, path: proposal.path, lines: replacement});
	},
	ask: state => {
		const row = selectedRow(state);
		if (!row || !needsConsent(state)) return askModel(state);
		return doing(state, {type: 'inquire', finding: row.id});
	},
	'undo-decision': state => stepTo(state, undoDecision(state.history), 'undone'),
	'redo-decision': state => stepTo(state, redoDecision(state.history), 'redone'),
	apply: (state, at) => {
		if (state.stage === 'planning') return only({...state, wanted: 'apply'});
		// A stopped plan lacks the last decision.
		if (state.planned?.decisions !== state.history.now) return replan({...state, wanted: 'apply'});
		const question = applyQuestion(state);
		return only(question ? confirm(state, question, at) : notify(state, 'nothing to write'));
	},
	undo: (state, at) => only(confirm(state, undoQuestion(state), at)),
	save: state => {
		const field = fieldOf(state.saved.file ?? 'decisions.json');
		return only({...state, dialog: {kind: 'field', purpose: 'file', label: 'Save decisions to', field}});
	},
	filter: state =>
		only({
			...state,
			focus: 'list',
			beforeFilter: {text: state.filter, finding: selectedRow(state)?.id ?? state.beforeFilter.finding},
			dialog: {
				kind: 'field',
				purpose: 'filter',
				label: 'Filter',
				field: fieldOf(state.filter),
				offers: [{key: 'Tab', word: 'complete'}],
			},
		}),
	group: state => {
		const next = groupings[(groupings.indexOf(state.grouping) + 1) % groupings.length]!;
		return only(relist({...state, grouping: next}));
	},
	browse: state => {
		const url = selectionOf(state)?.finding.source.url;
		return url ? doing(state, {type: 'browse', url}) : only(state);
	},
	copy: state => doing(notify(state, 'copied'), {type: 'copy', text: copyOf(state)}),
	reload,
	about: showPage('about'),
	diff: showPage('diff', [
		{key: 'n/N', word: 'next/previous file'},
		{key: '}/{', word: 'more/fewer lines'},
	]),
	interrupt: interrupt(state => doing(state, {type: 'cancel'})),
	quit: (state, at) => {
		const isUnsaved = outstanding(state).length > 0 && state.history.now !== state.saved.decisions;
		return isUnsaved
			? only(confirm(state, quitQuestion(state), at))
			: doing(state, {type: 'quit', isInterrupted: false});
	},
};

/** Goes to other decisions and shows which ones changed. */
function stepTo(state: ReviewState, history: DecisionHistory, what: string): ReviewStep {
	const text = `${what}: ${changesBetween(state.history.now, history.now, state.index.rulings)}`;
	return replan(notify({...state, history}, text));
}

function choose(state: ReviewState): ReviewStep {
	const selection = selectionOf(state);
	if (!selection) return only(state);
	const targets = targetsOf(selection).map(({proposal}) => proposal);
	const {now} = state.history;
	const made = areChosen(targetsOf(selection), state)
		? []
		: targets.map(proposal => decisionOn(proposal, {action: 'apply'}));
	// Only one side of a conflict is chosen: decisions on the others are dropped.
	const cluster = selection.cluster?.group ? selection.cluster.sides.map(({proposal}) => proposal) : [];
	const history = recordDecision(state.history, withDecisions(now, made, [...targets, ...cluster].flatMap(idsOf)));
	return replan({...state, history});
}

function chooseVisible(state: ReviewState): ReviewStep {
	const rulings = new Set(
		state.list.rows.flatMap(row => (row.kind === 'group' ? [] : (state.index.judged.get(row.id)?.rulings ?? []))),
	);
	const {now} = state.history;
	const free = [...rulings].filter(
		({proposal, outcome}) =>
			outcome !== 'applied' &&
			isPlaced(proposal) &&
			!state.groups.has(proposal.change.id) &&
			!idsOf(proposal).some(id => now.has(id)),
	);
	// A key that applies all must not apply what the rules leave to a person, such as changes by people without a role.
	const [left, taken] = [true, false].map(isLeft =>
		free.filter(({outcome}) => (outcome === 'needs-person') === isLeft),
	);
	const [first] = left!;
	const rest = first ? `decide ${count(left!.length, 'change')} one by one: ${first.reason}` : '';
	if (taken!.length === 0) {
		return only(notify(state, rest || 'every change in this list is decided'));
	}
	const made = taken!.map(({proposal}) => decisionOn(proposal, {action: 'apply'}));
	const history = recordDecision(state.history, withDecisions(now, made));
	const done = `${count(made.length, 'change')} decided; press z to undo`;
	return replan(notify({...state, history}, sentences(done, rest), 'good'));
}

function mergeSides(state: ReviewState): ReviewStep {
	const selection = selectionOf(state);
	const merge = selection && mergeOf(selection, state);
	if (!merge || 'reason' in merge) return only(state);
	const {kept, merged, lines} = merge.both;
	const made = [
		decisionOn(kept, {action: 'edit', text: lines.map(line => `${line}\n`).join('')}),
		decisionOn(merged, {action: 'decline', reason: `merged into ${authorsOf(kept)}'s change`}),
	];
	const history = recordDecision(state.history, withDecisions(state.history.now, made, [kept, merged].flatMap(idsOf)));
	return replan({...state, history});
}
