import {randomBytes} from 'node:crypto';
import process from 'node:process';
import {createElement, type ReactElement} from 'react';
import type {Context} from '../../source/run/context.ts';
import {usualKeys} from '../../source/tui/app/keymap.ts';
import {initialApp} from '../../source/tui/app/state.ts';
import {createStore, type Store} from '../../source/tui/app/store.ts';
import type {Action, Effect} from '../../source/tui/review/actions.ts';
import {App} from '../../source/tui/review/app.tsx';
import {effectsOf} from '../../source/tui/review/effects.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {sessionsOf} from '../../source/tui/review/sessions.ts';
import {initialReview, type ReviewState} from '../../source/tui/review/state.ts';
import {updateReview} from '../../source/tui/review/update.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import {noPresets} from '../../test/helpers/presets.ts';
import type {WindowSize} from '../../test/helpers/terminal-streams.ts';
import {untilState} from '../../test/helpers/until-state.ts';
import {policy} from '../pipeline.ts';

/** The app's own state with the real run behind it, in the folder of this process. */
export type Desk = {
	store: Store<ReviewState, Action>;
	/** Resolves when nothing is running. */
	settled: () => Promise<void>;
	/** The app on this store. */
	tree: ReactElement;
};

/** Opens the review of a recording; resolves when it is complete. */
export async function openDesk(recording: string, size: WindowSize): Promise<Desk> {
	const context: Context = {
		cwd: process.cwd(),
		env: process.env,
		now: Date.now,
		sleep: async () => {},
		random: Math.random,
		randomId: () => randomBytes(3).toString('hex'),
		fetch: () => Promise.reject(new Error('there is no network')),
		signal: new AbortController().signal,
		log: () => {},
		pid: process.pid,
		isAlive: () => true,
	};
	const request = {
		source: {from: recording},
		decisionsFile: null,
		rules: {includeResolved: false, excludeOutdated: false},
		filters: {authors: [], severity: null, paths: []},
		trustAuthors: [],
		model: null,
	};
	const hands = {
		edit: async () => ({kind: 'unchanged'}) as const,
		open: async () => {},
		lend: <Result>(_: string, work: () => Promise<Result>) => work(),
		showDiff: async () => {},
		browse: async () => {},
		copy: () => {},
		suspend: async () => {},
		redraw: () => {},
		quit: (_: boolean, failure: unknown) => {
			if (failure !== null) throw failure;
		},
	};
	const model = {reason: 'no model is set up'};
	const sessions = sessionsOf({request, policy, model, presets: noPresets, goesOn: false}, context);
	const store: Store<ReviewState, Action> = createStore<ReviewState, Action, Effect>(
		initialReview(initialApp(size, symbolsFor(true), usualKeys(keymap)), sessions),
		updateReview,
		effectsOf(sessions, hands, context),
	);
	store.dispatch({type: 'start'});
	await untilState(store, ({stage, highlight}) => stage === 'open' && highlight !== null);
	return {
		store,
		settled: () => untilState(store, ({stage}) => stage === 'open'),
		tree: createElement(App, {store, now: Date.now, onReady: () => {}}),
	};
}
