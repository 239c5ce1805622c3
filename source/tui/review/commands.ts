import {asksForNothing} from '../../run/filter/subject.ts';
import {count} from '../../text/sentences.ts';
import {confirm} from '../app/dialog.ts';
import {doing, leave, notify, only} from '../app/state.ts';
import {appCommands, type Commands, interrupt, urlCommands} from '../app/update.ts';
import {type FoldLine, switchFold} from '../text/line.ts';
import {fieldOf} from '../widgets/field.ts';
import type {Effect, ReviewHandler} from './actions.ts';
import {needsConsent} from './asking.ts';
import {decisionCommands} from './decision-commands.ts';
import {openDelivery} from './delivery/dialog.ts';
import {ownReplies} from './delivery/own-replies.ts';
import {stepsPage} from './delivery/pages.ts';
import {shownDetail} from './detail.ts';
import {diffCommands} from './diff-commands.ts';
import type {Command} from './keymap.ts';
import {chooseLink} from './link-prompt.ts';
import {moveCommands} from './move-commands.ts';
import {foldToClose, foldToOpen, isDelivering} from './reasons.ts';
import {groupings} from './rows.ts';
import {openSearch} from './search.ts';
import {copyOf, linkOf, selectedRow} from './selection.ts';
import type {ReviewState} from './state.ts';
import {askModel, relist, reload, replan} from './steps.ts';
import {quitQuestion, undoQuestion, writeWay} from './write-way.ts';
import {outstanding} from './written-runs.ts';

/** Whether the plan is for what is decided. A stopped plan lacks the last decision, or has another limit. */
const isCurrent = ({planned, history, only}: ReviewState): boolean =>
	planned?.decisions === history.now && (planned.analysis.only ?? null) === only;

/** Lines above a fold that has been scrolled to. */
const linesAboveFold = 2;

/** Opens or closes a fold; below the middle of the window it moves up, so that its text is visible. */
const switching =
	(choose: (state: ReviewState) => FoldLine | null): ReviewHandler =>
	state => {
		const fold = choose(state);
		if (!fold) return only(state);
		const {height} = shownDetail(state);
		const isInView = fold.at >= state.scroll && fold.at < state.scroll + height / 2;
		const scroll = isInView ? state.scroll : Math.max(0, fold.at - linesAboveFold);
		return only({...state, folds: switchFold(state.folds, fold), scroll});
	};

export const commands: Commands<ReviewState, Effect, Command> = {
	...appCommands,
	...moveCommands,
	...decisionCommands,
	...diffCommands,
	unfold: switching(foldToOpen),
	fold: switching(foldToClose),
	'unfold-all': state => only({...state, folds: {areOpen: !state.folds.areOpen, chosen: new Map()}}),
	back: state => {
		if (state.stage === 'asking') return doing(state, {type: 'cancel'});
		if (state.range !== null) return only({...state, range: null});
		if (state.isZoomed) return only({...state, isZoomed: false});
		if (state.focus === 'detail') return only(state.search === '' ? {...state, focus: 'list'} : {...state, search: ''});
		return only(state.filter === '' ? state : relist({...state, filter: ''}));
	},
	ask: state => {
		const row = selectedRow(state);
		if (!row || !needsConsent(state)) return askModel(state);
		return doing(state, {type: 'inquire', finding: row.id});
	},
	apply: (state, at) => {
		if (state.stage === 'planning') return only({...state, wanted: 'apply'});
		if (!isCurrent(state)) return replan({...state, wanted: 'apply'});
		return writeWay(state).ask(state, at);
	},
	closing: (state, at) => {
		if (isDelivering(state)) return only({...state, dialog: stepsPage});
		if (state.stage === 'planning') return only({...state, wanted: 'delivery'});
		return isCurrent(state) ? openDelivery(state, at) : replan({...state, wanted: 'delivery'});
	},
	'stop-verifying': state => doing(notify(state, 'stopping the verification'), {type: 'stop-verifying'}),
	undo: (state, at) => only(confirm(state, undoQuestion(state), at)),
	save: state => {
		const field = fieldOf(state.saved.file ?? 'decisions.json');
		return only({...state, dialog: {kind: 'field', purpose: 'file', label: 'Save decisions to', field}});
	},
	filter: state => {
		if (state.focus === 'detail') return openSearch(state);
		return only({
			...state,
			focus: 'list',
			beforeFilter: {text: state.filter, finding: selectedRow(state)?.id ?? state.beforeFilter.finding},
			dialog: {
				kind: 'field',
				purpose: 'filter',
				label: 'Filter',
				field: fieldOf(state.filter),
				offers: [{key: 'Tab', word: 'complete', press: 'tab'}],
			},
		});
	},
	group: state => {
		const next = groupings[(groupings.indexOf(state.grouping) + 1) % groupings.length] ?? state.grouping;
		return only(relist({...state, grouping: next}));
	},
	'toggle-idle': state => {
		const next = relist({...state, isIdleShown: !state.isIdleShown});
		const idle = [...next.list.all.values()].filter(({entry}) => asksForNothing(entry)).length;
		const what = count(idle, 'not-actionable finding');
		return only(notify(next, idle === 0 ? 'no finding is hidden' : `${what} ${next.isIdleShown ? 'shown' : 'hidden'}`));
	},
	browse: urlCommands(linkOf).browse,
	'open-link': chooseLink,
	copy: state => {
		const {what, text} = copyOf(state);
		return doing(notify(state, `copied ${what}`), {type: 'copy', text});
	},
	'copy-link': state => {
		const text = linkOf(state);
		return text === null ? only(state) : doing(notify(state, 'copied the link'), {type: 'copy', text});
	},
	reload,
	interrupt: interrupt(state => doing(state, {type: 'cancel'})),
	quit: (state, at) => {
		const isUnsaved = outstanding(state).length > 0 && state.history.now !== state.saved.decisions;
		return isUnsaved || ownReplies(state).length > 0
			? only(confirm(state, quitQuestion(state), at))
			: leave(state, false);
	},
};
