import {createElement, type ReactElement} from 'react';
import type {Complexity} from '../../../source/run/benchmark/data-set.ts';
import type {BenchmarkSnapshot, ProviderSnapshot} from '../../../source/run/benchmark/events.ts';
import {figuresByComplexity, figuresOf} from '../../../source/run/benchmark/figures.ts';
import type {BenchmarkPlan} from '../../../source/run/benchmark/plan.ts';
import type {Sample} from '../../../source/run/benchmark/progress.ts';
import type {BenchmarkResult} from '../../../source/run/benchmark/result.ts';
import {providerNamed} from '../../../source/settings/providers.ts';
import {usualKeys} from '../../../source/tui/app/keymap.ts';
import {initialApp} from '../../../source/tui/app/state.ts';
import {createStore, type Store} from '../../../source/tui/app/store.ts';
import type {TerminalAction} from '../../../source/tui/app/update.ts';
import {BenchApp} from '../../../source/tui/bench/app.tsx';
import {keymap} from '../../../source/tui/bench/keymap.ts';
import type {Action, BenchState, Effect} from '../../../source/tui/bench/state.ts';
import {initialBench, updateBench} from '../../../source/tui/bench/update.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';
import {machine} from '../../run/benchmark/desk.ts';

const classes: readonly Complexity[] = ['simple', 'medium', 'complex'];

/** Requests that took so many milliseconds each; null for one that failed. */
export const samplesOf = (times: readonly (number | null)[], costUsd = 0): Sample[] =>
	times.map((latencyMs, index) => ({
		index,
		entry: `simple[${index}]`,
		complexity: classes[index % 3]!,
		outcome: latencyMs === null ? 'rate-limit' : 'parsed',
		latencyMs,
		tokens: {input: 900, cachedInput: 0, cacheWrite: 0, output: 60},
		costUsd,
		confidence: latencyMs === null ? null : 0.9,
		right: latencyMs === null ? null : {number: true, range: true, type: true, text: index % 4 > 0},
	}));

/** A provider that was asked for what these samples say. */
export function providerOf(
	name: string,
	samples: readonly Sample[],
	more: Partial<ProviderSnapshot> = {},
): ProviderSnapshot {
	const [word = '', model = ''] = name.split(' ');
	const provider = providerNamed(word)!;
	return {
		provider,
		model,
		effort: null,
		name,
		address: 'http://127.0.0.1:11434',
		isLocal: provider === 'local',
		isMetered: provider.startsWith('api'),
		state: 'running',
		stop: null,
		warmUp: {done: 2, of: 2},
		done: samples.length,
		of: 40,
		inFlight: 1,
		figures: figuresOf(samples, new Map()),
		byComplexity: figuresByComplexity(samples, new Map()),
		timesMs: samples.flatMap(({latencyMs}) => latencyMs ?? []),
		circuit: {state: 'closed', failures: 0, threshold: 5},
		...more,
	};
}

/** Latencies that are skewed as those of services are. */
export const times = (count: number, aboutMs: number) =>
	Array.from({length: count}, (_, index) => aboutMs * (0.8 + ((index * 37) % 100) ** 3 / 1_000_000));

export const startedAtMs = Date.UTC(2026, 10, 21, 9, 0, 0);

const left = {
	provider: 'cli-b' as const,
	name: 'codex-cli default',
	reason: 'Not authenticated: Not logged in',
	remedy: 'Log in: codex login',
	trouble: 'authentication' as const,
};

/** Of five providers: one done, one stopped by its circuit, one in the midst of it, one waiting, one left out. */
export const snapshot: BenchmarkSnapshot = {
	atMs: startedAtMs + 83_000,
	startedAtMs,
	phase: 'running',
	providers: [
		providerOf('ollama qwen2.5-coder:7b', samplesOf(times(40, 900)), {state: 'done', inFlight: 0}),
		providerOf('claude-cli sonnet', samplesOf([...times(8, 2600), ...Array<null>(6).fill(null)]), {
			state: 'stopped',
			inFlight: 0,
			stop: {by: 'circuit', reason: 'CircuitBreakerOpen: Circuit breaker is open, retry in 60s', remedy: ''},
			circuit: {state: 'open', remainingMs: 60_000},
		}),
		providerOf('openai gpt-6-luna', samplesOf([...times(20, 300), null, ...times(4, 280)], 0.00021), {
			address: 'https://api.openai.com/v1',
			circuit: {state: 'closed', failures: 1, threshold: 5},
		}),
		providerOf('anthropic claude-sonnet-5-5', [], {state: 'waiting', inFlight: 0, warmUp: {done: 0, of: 2}}),
	],
	budget: {limitUsd: 5, settledUsd: 0.00525, reservedUsd: 0.0117, isShared: false},
};

const options = {iterations: 40, warmUp: 2, complexity: 'all', timeoutMs: 60_000, concurrency: 1} as const;

/** What of a plan the screen looks at. */
export const plan = {
	request: {options, settings: {costBudget: 5}, output: 'docs/performance-benchmarks.md', machine},
	dataSet: {source: 'the sample comments of pr-resolve', hash: '', entries: [], notes: []},
	entrants: snapshot.providers.map(({name}) => ({
		name,
		checks: [{name: 'server', status: 'ok', detail: 'answers', remedy: '', trouble: null}],
	})),
	leftOut: [left],
	notes: [],
	requests: 168,
	paid: {requests: 84, estimateUsd: 0.0421},
} as unknown as BenchmarkPlan;

export const troubles = new Map([['openai gpt-6-luna', 'Rate limit reached for requests']]);

/** The screen in front of a person; what it asks for is written down. */
export function benchDesk(from: Partial<BenchState> = {}, {isUnicode = true, banner = null as string | null} = {}) {
	const asked: Effect[] = [];
	const store: Store<BenchState, Action | TerminalAction> = createStore<BenchState, Action | TerminalAction, Effect>(
		{
			...initialBench(initialApp({columns: 120, rows: 40}, symbolsFor(isUnicode), usualKeys(keymap)), banner),
			...from,
		} as BenchState,
		updateBench,
		effect => void asked.push(effect),
	);
	let clock = snapshot.atMs;
	const tree: ReactElement = createElement(BenchApp, {
		store,
		now: () => snapshot.atMs,
		onReady: () => {},
	});
	return {
		store,
		state: store.state,
		asked,
		tree,
		/** Presses keys by name, a second apart. */
		press: (...keys: string[]) => {
			for (const key of keys) {
				clock += 1000;
				store.dispatch({type: 'key', key, at: clock});
			}
		},
		send: (...actions: Action[]) => {
			for (const action of actions) store.dispatch(action);
		},
	};
}

/** What of a result the screen looks at. */
export const result = {
	partial: false,
	endedAt: '2026-11-21T09:02:00Z',
	providers: [],
	advice: [
		{
			use: 'privacy',
			provider: 'ollama qwen2.5-coder:7b',
			why: '82.5% right, nothing leaves this machine',
			close: [],
			comparedOn: null,
			better: [],
		},
		{
			use: 'cost',
			provider: 'ollama qwen2.5-coder:7b',
			why: '82.5% right, free',
			close: [],
			comparedOn: null,
			better: [],
		},
		{
			use: 'latency',
			provider: 'openai gpt-6-luna',
			why: '75.0% right, P95 of 0.466 s',
			close: [],
			comparedOn: null,
			better: [],
		},
		{
			use: 'quality',
			provider: 'openai gpt-6-luna',
			why: '75.0% right, 18 of 24 answers',
			close: ['ollama qwen2.5-coder:7b', 'anthropic claude-sonnet-5-5'],
			comparedOn: {answers: 24, comments: 20},
			better: [],
		},
	],
	cautions: [{provider: 'claude-cli sonnet', text: '42.9% of its answers timed out at 60 s: raise --timeout'}],
} as unknown as BenchmarkResult;

export const running: Partial<BenchState> = {stage: 'running', plan, snapshot, troubles, leftOut: [left]};

const skipped = {state: 'stopped', stop: {by: 'person', reason: 'skipped', remedy: ''}} as const;

export const ended: Partial<BenchState> = {
	...running,
	stage: 'ended',
	result,
	snapshot: {
		...snapshot,
		phase: 'ended',
		providers: snapshot.providers
			.slice(0, 3)
			.map(one => (one.state === 'running' ? {...one, ...skipped, inFlight: 0} : one)),
	},
};
