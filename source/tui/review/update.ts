import type {RunEvent} from '../../run/events.ts';
import {isOpen, type JudgedFinding, judgeFindings} from '../../run/outcome.ts';
import type {Standing} from '../../run/session.ts';
import {fold, initialState} from '../../run/state.ts';
import {count} from '../../text/count.ts';
import {pageWithin} from '../app/dialog.ts';
import {clamp, type Size, scrollTo, tooSmall} from '../app/layout.ts';
import {paneLayout} from '../app/panes.ts';
import {doing, initialApp, notify, notifyTrouble, only} from '../app/state.ts';
import {updateOf} from '../app/update.ts';
import type {Symbols} from '../theme.ts';
import type {Action, Effect, OwnAction} from './actions.ts';
import {answer, pasteText} from './answer.ts';
import {arrangement} from './arrangement.ts';
import {asking, offerAsking} from './asking.ts';
import {commands} from './commands.ts';
import {usualContext} from './context.ts';
import {historyOf, recordDecision, withDecisions} from './decisions.ts';
import {detailOf} from './detail.ts';
import {keepEffects, offerKept} from './kept.ts';
import {keptFilter, withKeptFilter} from './kept-filter.ts';
import {type Command, keymap} from './keymap.ts';
import {askedNotice, undoneWords, writtenNotice} from './notices.ts';
import {pageLines} from './pages.ts';
import {progressOf} from './progress.ts';
import {settleDiff} from './result-diff.ts';
import {cursorOn, noList} from './rows.ts';
import {decisionOn, ownSide, selectedRow, selectionOf} from './selection.ts';
import type {Detail, ReviewState} from './state.ts';
import {type ReviewStep, relist, reload, replan} from './steps.ts';

export function initialReview(size: Size, symbols: Symbols): ReviewState {
	return {
		...initialApp(size, symbols),
		stage: 'loading',
		run: initialState,
		progress: null,
		metricsAt: 0,
		planned: null,
		index: {rulings: new Map(), judged: new Map(), standing: {ready: 0, applied: 0, open: 0}},
		groups: new Map(),
		model: null,
		consent: 'open',
		inquiry: null,
		isChosen: false,
		history: historyOf([]),
		kept: null,
		wanted: null,
		saved: {file: null, decisions: new Map()},
		list: noList,
		grouping: 'file',
		filter: '',
		beforeFilter: {text: '', finding: null},
		searchTexts: new WeakMap(),
		keptFilter: null,
		cursor: -1,
		listTop: 0,
		side: 0,
		scroll: 0,
		isUnfolded: false,
		context: usualContext,
		detail: null,
		resultDiff: null,
		focus: 'list',
		isZoomed: false,
		runs: [],
		undone: null,
		highlight: null,
	};
}

const update = updateOf<ReviewState, OwnAction, Effect, Command>({
	keymap,
	commands,
	start: state => doing(state, {type: 'load', consent: state.consent}),
	intercept: (state, key, at) => (state.dialog ? answer(state, state.dialog, key, at) : null),
	paste: pasteText,
	take,
});

export function updateReview(state: ReviewState, action: Action): ReviewStep {
	const isChosen = state.isChosen || action.type === 'key';
	const step = update(isChosen === state.isChosen ? state : {...state, isChosen}, action);
	const settled = settleReview(offer(step.state, 'at' in action ? action.at : 0), state);
	const {next, effects} = keptFilter(settled);
	return {state: next, effects: [...step.effects, ...keepEffects(state, next), ...effects]};
}

function take(state: ReviewState, action: OwnAction): ReviewStep {
	switch (action.type) {
		case 'look':
			return only({...state, isChosen: true, focus: 'list', cursor: cursorOn(state.list, action.finding)});
		case 'filter': {
			const finding = selectedRow(state)?.id ?? state.beforeFilter.finding;
			return only(relist({...state, filter: action.text, beforeFilter: {text: state.filter, finding}}));
		}
		case 'events':
			return only(follow(state, action.events, action.at));
		case 'opened': {
			const {decisions} = action.session;
			const next = {...state, model: action.model, inquiry: action.session.inquiry};
			if (state.model !== null) return replan(withStanding(next, action.session));
			const history = historyOf(decisions);
			const saved = {...state.saved, decisions: history.now};
			const filtered = withKeptFilter({...next, history, saved, kept: action.session.kept}, action.session.keptFilter);
			return replan(withStanding(filtered, action.session));
		}
		case 'planned': {
			const {planned, events, decisions} = action;
			// Newer decisions are already being planned.
			if (decisions !== state.history.now) return only(state);
			const next = {
				...follow({...state, planned: {...planned, decisions}}, events, 0),
				stage: 'open' as const,
				progress: null,
			};
			return state.wanted === 'apply' ? commands.apply({...next, wanted: null}, 0) : only(next);
		}
		case 'written':
			return replan(withStanding({...carriedOut(state), notice: writtenNotice(state)}, action));
		case 'undone': {
			const {report, standing} = action;
			const tone = report.exitCode === 0 ? 'good' : 'warning';
			const next = notify({...state, undone: report}, undoneWords(report), tone);
			return standing ? replan(withStanding(next, standing)) : reload(next);
		}
		case 'inquired': {
			const {finding, inquiry, at} = action;
			const isStill = !state.dialog && selectedRow(state)?.id === finding;
			return only(isStill ? asking(state, 'ask', inquiry, at) : state);
		}
		case 'asked':
			return replan(withStanding({...state, notice: askedNotice(action.findings)}, action));
		case 'edited': {
			const ruling = state.index.rulings.get(action.change);
			if (!ruling || action.text === null) return only(notify(state, 'no edit was made'));
			const made = decisionOn(ruling.proposal, {action: 'edit', text: action.text});
			const history = recordDecision(state.history, withDecisions(state.history.now, [made], ruling.proposal.aliases));
			return replan({...state, history});
		}
		case 'saved': {
			const {file, decisions} = action;
			const text = `saved ${count(decisions.size, 'decision')} to ${file}; replay with --decisions ${file}`;
			return only(notify({...state, saved: {file, decisions}}, text, 'good'));
		}
		case 'highlight':
			return only({...state, highlight: action.highlight});
		case 'trouble': {
			const {during, trouble} = action;
			const next = notifyTrouble(state, trouble);
			if (during === 'aside') return only(next);
			// The request may have replaced a plan.
			if (during === 'work' && state.stage === 'asking') return replan(next);
			const stage = during === 'load' || !state.planned ? 'failed' : 'open';
			return only({...next, stage, progress: null, wanted: null});
		}
	}
}

/** @param at when the events came, in milliseconds */
function follow(state: ReviewState, events: readonly RunEvent[], at: number): ReviewState {
	const run = events.reduce(fold, state.run);
	const progress = events.reduce((known, event) => progressOf(event, known, at), state.progress);
	const isNew = run.findings !== state.run.findings || run.plan !== state.run.plan || run.written !== state.run.written;
	const metricsAt = run.model?.metrics === state.run.model?.metrics ? state.metricsAt : at;
	const next = {...state, run, progress, metricsAt};
	return isNew ? reindex(next) : next;
}

/** Updates what depends on the run: the index of its changes and the list. */
function reindex(state: ReviewState): ReviewState {
	const {run} = state;
	// A finding that the model just answered is not in the plan yet.
	const isPlanned = ({finding, rulings}: JudgedFinding) => finding.disposition !== null || rulings.length > 0;
	const judged = run.plan ? judgeFindings(run).filter(isPlanned) : [];
	const index = {
		rulings: new Map(
			run.plan?.rulings.flatMap(ruling =>
				[ruling.proposal.change.id, ...ruling.proposal.aliases].map(id => [id, ruling] as const),
			),
		),
		judged: new Map(judged.map(entry => [entry.finding.id, entry])),
		standing: {
			ready: judged.filter(({verdict}) => verdict.outcome === 'planned').length,
			applied: judged.filter(({verdict}) => verdict.outcome === 'applied').length,
			open: judged.filter(({verdict}) => isOpen(verdict.outcome)).length,
		},
	};
	return relist({...state, index});
}

/**
 * Keeps the cursor visible and the scroll within the text. Another finding is shown from its first line, with its own
 * side selected; another side from its first line, unless that is visible.
 */
function settleReview(state: ReviewState, before: ReviewState): ReviewState {
	if (state === before) return state;
	const isOther = selectedRow(state)?.id !== selectedRow(before)?.id;
	const isFirstLook = isOther || (state.index !== before.index && !hasBothSides(before) && hasBothSides(state));
	const looking = isFirstLook ? {...state, side: ownSide(state)} : state;
	const fresh = isOther ? {...looking, scroll: 0} : looking;
	if (tooSmall(fresh.size)) return fresh;
	const layout = paneLayout(fresh, arrangement);
	const {rows} = fresh.list;
	// The title of the first group is visible with its first finding.
	const aim = fresh.cursor === 1 ? 0 : fresh.cursor;
	const down = scrollTo(fresh.cursor, fresh.listTop, layout.list.height, rows.length);
	const listTop = aim === 0 ? 0 : down;
	const {height} = layout.detail;
	const width = layout.detail.width - 1;
	const detail = detailOf(fresh, width);
	const top = detail.tops[fresh.side] ?? 0;
	const isElsewhere =
		!isFirstLook && fresh.side !== before.side && (top < fresh.scroll || top >= fresh.scroll + height);
	const isRedrawn = !isOther && fresh.context !== before.context;
	const scroll = isRedrawn
		? fresh.scroll + firstChange(detail, fresh.side) - firstChange(detailOf(before, width), before.side)
		: fresh.scroll;
	const most = Math.max(0, detail.lines.length - height);
	const {dialog, resultDiff, size} = settleDiff(fresh, before);
	return {
		...fresh,
		detail,
		resultDiff,
		listTop,
		scroll: clamp(isElsewhere ? top : scroll, 0, most),
		dialog: pageWithin(dialog, size, page => pageLines({...fresh, resultDiff}, page, size.columns - 2)),
	};
}

/** The first changed line of a side: it stays where it is when the lines around it become more or fewer. */
function firstChange({lines, tops}: Pick<Detail, 'lines' | 'tops'>, side: number): number {
	const top = tops[side] ?? 0;
	const found = lines.slice(top).findIndex(spans => spans.some(({tone}) => tone === 'added' || tone === 'removed'));
	return top + Math.max(0, found);
}

const hasBothSides = (state: ReviewState) => selectionOf(state)?.side !== undefined;

/** Opens pending questions one by one, once there is something to see. */
const offer = (state: ReviewState, at: number): ReviewState => offerKept(offerAsking(state, at), at);

/** After a write, `z` no longer undoes the earlier decisions. */
const carriedOut = (state: ReviewState): ReviewState =>
	state.run.written?.runId ? {...state, undone: null, history: {...state.history, past: [], future: []}} : state;

const withStanding = (state: ReviewState, {runs, groups}: Standing): ReviewState => ({
	...state,
	runs,
	groups: new Map(groups.flatMap(group => group.changes.map(change => [change, group] as const))),
});
