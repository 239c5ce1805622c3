import {type CheckStep, isPassed, statusWord} from '../../run/setup/step.ts';
import {settleMs} from '../app/dialog.ts';
import {clamp} from '../app/layout.ts';
import {turnPage} from '../app/page.ts';
import {doing, leave, type Notice, notify, notifyTrouble, only, withoutNotice} from '../app/state.ts';
import {updateOf} from '../app/update.ts';
import type {MouseInput} from '../mouse.ts';
import {fieldOf} from '../widgets/field.ts';
import {commands} from './commands.ts';
import {openField} from './field.ts';
import {type Command, keymap, setupHints} from './keymap.ts';
import {menuMoves, menuOf, type SetupMenu} from './pages.ts';
import {shareOf} from './progress.ts';
import type {Effect, Group, OwnAction, SetupDialog, SetupState} from './state.ts';
import {check, openScreen, recheck, type SetupStep, stay, takeProvider} from './steps.ts';
import {pasteToField, typeInField} from './typing.ts';
import {itemAt, viewOf} from './view.ts';

export const updateSetup = updateOf<SetupState, OwnAction, Effect, Command>({
	keymap,
	commands,
	start,
	intercept,
	paste: pasteToField,
	hints: setupHints,
	point: pointAt,
	terminate: state => leave(state, true),
	take,
});

function start(state: SetupState): SetupStep {
	const {llmProvider} = state.settings;
	if (state.page === 'now' && llmProvider) return doing(state, {type: 'find-key', provider: llmProvider});
	return llmProvider ? takeProvider(state, llmProvider, 0) : check({...state, current: 'host'}, 'host');
}

function take(state: SetupState, action: OwnAction): SetupStep {
	switch (action.type) {
		case 'chosen':
			return choose(state, action.value, action.at);
		case 'learned':
			return only({...state, ...action.what});
		case 'step':
			return only(withCheckedStep(state, action.of, action.step));
		case 'checked':
			return only(settleGroup({...state, work: null, checked: [...state.checked, action.of]}, action.of));
		case 'pulled':
			return check(notify(state, 'the model is installed', 'good'), 'provider');
		case 'budget-saved': {
			const settings = {...state.settings, costBudget: action.usd};
			return only(notify({...state, settings, work: null}, 'saved', 'good'));
		}
		case 'saved':
			return only({...openScreen(state, 'done', 'save', state.openedAt), work: null, saved: action.saved});
		case 'ran': {
			const {trouble} = action;
			const idle = {...state, work: null};
			return recheck(trouble === null ? withoutNotice(idle) : notify(idle, trouble, 'bad'));
		}
		case 'stopped': {
			const calm = calmed(state);
			const {pull} = calm;
			const isPart = state.work === 'pulling' && pull !== null;
			return only(notify(calm, isPart ? `stopped at ${shareOf(pull)}%; press Enter to continue` : 'stopped'));
		}
		case 'failed':
			return only(notifyTrouble(calmed(state), action.trouble));
	}
}

/** After stopped or failed work: a download goes on only from what has come. */
function calmed(state: SetupState): SetupState {
	const pull = state.pull && state.pull.bytes > 0 ? {...state.pull, idleMs: 0} : null;
	return {...state, pull, work: null, page: state.page === 'models' && !state.models ? 'step' : state.page};
}

/** These scroll the text above an open field. */
const scrollKeys = ['up', 'down', 'pageup', 'pagedown'];

function intercept(state: SetupState, key: string, at: number): SetupStep | null {
	if (at < state.quietUntil) return only(state);
	const {dialog} = state;
	if (dialog?.kind === 'page') return only(readHelp(state, dialog, key));
	const field = openField(state);
	if (field) return scrollKeys.includes(key) ? null : typeInField(state, field, key, at);
	const menu = menuOf(state);
	const step = menu?.hasKeys ? keyInMenu(state, menu, key, at) : null;
	if (step) return step;
	return dialog && only(['escape', 'q'].includes(key) ? stay(state) : state);
}

/** Arrows highlight the next item, round the ends; Enter chooses it, and a digit the item of that number. Null for other keys. */
function keyInMenu(state: SetupState, {items, at: here}: SetupMenu, key: string, at: number): SetupStep | null {
	const move = menuMoves[key];
	if (move !== undefined) return only({...state, highlighted: items.at((here + move) % items.length)?.value ?? null});
	const item = items[key === 'enter' ? here : Number(key) - 1];
	return item ? choose(state, item.value, at) : null;
}

function choose(state: SetupState, value: string, at: number): SetupStep {
	const menu = menuOf(withoutNotice(state));
	const isTooSoon = menu?.isGuarded && at - state.openedAt < settleMs;
	if (!menu?.hasKeys || isTooSoon) return only(state);
	return menu.items.find(item => item.value === value)?.choose(at) ?? only(state);
}

/** A click highlights an item, a second one chooses it; the wheel highlights the next one. */
function pointAt(state: SetupState, mouse: MouseInput, at: number): SetupStep | null {
	const view = viewOf(state);
	const {menu} = view;
	if (!menu?.hasKeys || at < state.quietUntil) return null;
	const isClick = mouse.kind === 'click';
	const next = clamp(menu.at + (mouse.kind === 'wheel-down' ? 1 : -1), 0, menu.items.length - 1);
	const item = isClick ? itemAt(view, mouse) : menu.items[next];
	if (!item) return only(state);
	const {value} = item;
	return isClick && item === menu.items[menu.at] ? choose(state, value, at) : only({...state, highlighted: value});
}

function readHelp(state: SetupState, help: Extract<SetupDialog, {kind: 'page'}>, key: string): SetupState {
	const dialog = turnPage(help, key, viewOf(state).room);
	const turned = {...state, dialog};
	return dialog ? {...turned, dialog: {...dialog, top: viewOf(turned).top}} : turned;
}

/** Updates a step and selects it, or the one that is checked after it. */
function withCheckedStep(state: SetupState, of: Group, step: CheckStep): SetupState {
	const known = state.steps[of];
	const place = known.findIndex(({id}) => id === step.id);
	const steps = place < 0 ? [...known, step] : known.with(place, step);
	const next = isPassed(step) ? steps.find(({status}) => status === 'todo') : null;
	return {...state, steps: {...state.steps, [of]: steps}, current: (next ?? step).id, scroll: 0};
}

const isInTheWay = ({status}: CheckStep) => status === 'needs-you' || status === 'failed';

/** After a check, selects the first step that needs the user, otherwise the last one. */
function settleGroup(state: SetupState, of: Group): SetupState {
	const steps = state.steps[of];
	// Failed steps come before those that they keep from being checked.
	const unsettled = steps.find(isInTheWay) ?? steps.find(step => !isPassed(step));
	const current = (unsettled ?? steps.at(-1))?.id ?? state.current;
	const isRefused = state.draft !== null && unsettled?.id === 'key';
	const known: SetupState = isRefused ? {...state, draft: {...state.draft, apiKey: null}, field: fieldOf('')} : state;
	// Keep the reason of a failed command, which the check does not know.
	const failed = state.notice?.tone === 'bad' ? state.notice : null;
	const notice: Notice = unsettled
		? (failed ?? {text: `${unsettled.id}: ${statusWord(unsettled.status)}`, tone: 'warning'})
		: {text: of === 'provider' ? 'the provider is ready' : 'GitHub is ready', tone: 'good'};
	// With a token, the next question is which model to use, if any.
	const isReady = of === 'host' && !unsettled && state.draft === null;
	const next = isReady ? openScreen(known, 'wishes', 'provider', state.openedAt) : {...known, current};
	return {...next, notice};
}
