import {createElement, type ReactElement} from 'react';
import {onTestFinished} from 'vitest';
import type {DeliveryPresets} from '../../source/delivery/choices.ts';
import type {Context} from '../../source/run/context.ts';
import type {OwnKeys} from '../../source/settings/own-keys.ts';
import {keysWith} from '../../source/tui/app/own-keys.ts';
import {initialApp} from '../../source/tui/app/state.ts';
import {createStore, type Store} from '../../source/tui/app/store.ts';
import type {Action, Effect} from '../../source/tui/review/actions.ts';
import {App} from '../../source/tui/review/app.tsx';
import {layoutOf} from '../../source/tui/review/arrangement.ts';
import {markedDetail} from '../../source/tui/review/detail.ts';
import {effectsOf, type ReviewHands} from '../../source/tui/review/effects.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {findingLines} from '../../source/tui/review/list-pane.ts';
import {type SessionRun, sessionsOf} from '../../source/tui/review/sessions.ts';
import {initialReview, type ReviewState} from '../../source/tui/review/state.ts';
import {updateReview} from '../../source/tui/review/update.ts';
import type {Line} from '../../source/tui/text/line.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import {requestFor} from '../helpers/analyze-request.ts';
import {noPresets} from '../helpers/presets.ts';
import {policy} from '../helpers/proposal.ts';
import {untilState} from '../helpers/until-state.ts';
import type {WorkTree} from '../helpers/work-tree.ts';

/** What a person has before them: a review of a recording in a work tree, with the real run behind it. */
export type Desk = {
	store: Store<ReviewState, Action>;
	state: () => ReviewState;
	/** Presses keys by name, a second apart; a text of one word types letter by letter. */
	press: (...keys: string[]) => void;
	/** Until the state is as wanted. */
	until: (isWanted: (state: ReviewState) => boolean) => Promise<void>;
	/** Until a plan stands for what is decided. */
	planned: () => Promise<void>;
	/** The app on this store, to be mounted. */
	tree: ReactElement;
	/** Ends what the app has begun. */
	close: () => Promise<void>;
	/** What left the app. */
	done: {diffs: string[]; copied: string[]; browsed: string[]; quit: {isInterrupted: boolean; failure: unknown}[]};
};

type Options = {
	keys?: OwnKeys;
	edit?: ReviewHands['edit'];
	open?: ReviewHands['open'];
	copy?: ReviewHands['copy'];
	decisionsFile?: string;
	isUnicode?: boolean;
	model?: SessionRun['model'];
	presets?: DeliveryPresets;
	/** Whether Space goes on to the next finding. */
	goesOn?: boolean;
	/** Whether the steps after writing stay open when they are offered; otherwise they are left at once. */
	takesNextSteps?: boolean;
};

export function contextIn(tree: WorkTree): Context {
	const controller = new AbortController();
	onTestFinished(() => controller.abort());
	let runs = 0;
	return {
		cwd: tree.root,
		env: tree.env,
		now: Date.now,
		sleep: async () => {},
		random: Math.random,
		randomId: () => `run${++runs}`,
		fetch: () => Promise.reject(new Error('no test may reach a host')),
		signal: controller.signal,
		log: () => {},
		pid: process.pid,
		isAlive: () => true,
	};
}

/** Opens the review of a recording; resolves when the first plan stands. */
export async function openDesk(tree: WorkTree, from: string, options: Options = {}): Promise<Desk> {
	const desk = makeDesk(tree, from, options);
	desk.store.dispatch({type: 'start'});
	await desk.planned();
	await desk.until(({highlight}) => highlight !== null);
	return desk;
}

/** The same before anything was read. */
export function makeDesk(tree: WorkTree, from: string, options: Options = {}): Desk {
	const {
		edit = async () => ({kind: 'unchanged'}) as const,
		open = async () => {},
		decisionsFile = null,
		isUnicode = true,
		keys = {},
		presets = noPresets,
		goesOn = false,
		takesNextSteps = false,
	} = options;
	const {model = {reason: 'no model is set up'}} = options;
	const context = contextIn(tree);
	const done: Desk['done'] = {diffs: [], copied: [], browsed: [], quit: []};
	const hands: ReviewHands = {
		edit,
		open,
		lend: (_, work) => work(),
		showDiff: async diff => void done.diffs.push(diff),
		browse: async url => void done.browsed.push(url),
		copy: options.copy ?? (text => void done.copied.push(text)),
		suspend: async () => {},
		redraw: () => {},
		quit: (isInterrupted, failure) => void done.quit.push({isInterrupted, failure}),
	};
	const request = requestFor(from, decisionsFile);
	const sessions = sessionsOf({request, policy: policy(), model, presets, goesOn}, context);
	const store = createStore<ReviewState, Action, Effect>(
		initialReview(
			initialApp({columns: 120, rows: 40}, symbolsFor(isUnicode), keysWith(keymap, 'keys.review', keys)),
			sessions,
		),
		updateReview,
		effectsOf(sessions, hands, context),
	);
	let clock = Date.now();
	const tick = () => {
		clock = Math.max(clock, Date.now()) + 1000;
		return clock;
	};
	if (!takesNextSteps) {
		store.subscribe(() => {
			if (store.state().dialog?.kind === 'checklist') store.dispatch({type: 'key', key: 'escape', at: tick()});
		});
	}
	const until: Desk['until'] = isWanted => untilState(store, isWanted);
	return {
		store,
		state: store.state,
		press: (...keys) => {
			for (const key of keys) store.dispatch({type: 'key', key, at: tick()});
		},
		until,
		planned: () => until(({stage}) => stage === 'open'),
		tree: createElement(App, {store, now: tick, onReady: () => {}}),
		close: sessions.close,
		done,
	};
}

/** The visible lines of the panes in which something is marked. */
export function markedLines(state: ReviewState): Line[] {
	const {list, detail} = layoutOf(state);
	const {scroll} = state;
	const visible = markedDetail(state, detail).slice(scroll, scroll + detail.height);
	return [...findingLines(state, list), ...visible].filter(line => line.some(({isMatch}) => isMatch));
}
