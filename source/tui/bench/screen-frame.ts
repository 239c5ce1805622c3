import type {BenchmarkSnapshot} from '../../run/benchmark/events.ts';
import {safe} from '../../text/safe.ts';
import {saidLine, statusBar, tooSmallLine} from '../app/bars.ts';
import {filled, titledRule} from '../app/frame.ts';
import {hintLine, placedHints} from '../app/hints.ts';
import {keyTo} from '../app/keymap.ts';
import {pagePane, type Room, textPane} from '../app/panes.ts';
import {questionLines} from '../app/question.ts';
import type {ScreenFrame} from '../paint/screen-frame.ts';
import {cutLine, type Line, line} from '../text/line.ts';
import type {Gauges} from '../widgets/gauges.ts';
import {sortings} from './columns.ts';
import {providerDetailLines} from './detail.ts';
import {keymap} from './keymap.ts';
import {benchLayout} from './layout.ts';
import {benchPageLines} from './pages.ts';
import {recommendationLines} from './recommendation.ts';
import {cursorOf, isActive, type Row, rowsOf} from './rows.ts';
import type {BenchState} from './state.ts';
import {resultLines} from './table.ts';
import {benchTitleLine} from './title.ts';

/**
 * The rows of the screen: one for each provider, and the detail of the selected one below. They never exceed the
 * terminal.
 * @param now milliseconds since the epoch
 */
export function benchFrame(seen: BenchState, now: number): ScreenFrame {
	const small = tooSmallLine(seen);
	if (small) return {rows: [small], cursor: null};
	const state = seen.snapshot ? {...seen, snapshot: agedSnapshot(seen.snapshot, now)} : seen;
	const {size, snapshot, symbols} = state;
	const lines = [
		benchTitleLine(state, now),
		...benchBodyLines(state),
		...questionLines(state),
		statusBar(benchStatusLine(state), snapshot && benchGauges(snapshot), state),
		hintLine(placedHints(keymap, state)),
	];
	return {rows: lines.map(each => cutLine(each, size.columns, symbols.cut)), cursor: null};
}

function benchBodyLines(state: BenchState): Line[] {
	const {dialog, size, symbols, focus, scroll} = state;
	if (dialog?.kind === 'page') {
		const title = dialog.page === 'help' ? 'keys' : 'about this benchmark';
		return pagePane(title, dialog, benchPageLines(state, dialog, size.columns - 2), state);
	}
	const rows = rowsOf(state);
	const layout = benchLayout(state);
	const name = rows[cursorOf(rows, state)]?.name;
	const title = name === undefined ? 'detail' : safe(name);
	const lines = providerDetailLines(state, layout.detail.width - 2);
	const table = tablePane(state, rows, layout.list);
	const detail = textPane({title, lines, top: scroll, isFocused: focus === 'detail'}, layout.detail, symbols);
	const shown = layout.kind !== 'single' ? [...table, ...detail] : layout.shown === 'list' ? table : detail;
	return [...shown, ...recommendationLines(state)];
}

function tablePane(state: BenchState, rows: readonly Row[], {width, height}: Room): Line[] {
	const {sort, isReversed, symbols, focus, top} = state;
	const note = `${sortings[sort].words}${isReversed ? ', reversed' : ''}`;
	const shown = rows.slice(top, top + height - 1);
	const {head, lines} = resultLines(state, shown, rows[cursorOf(rows, state)], width);
	return [
		titledRule('providers', note, focus === 'list', width, symbols),
		head,
		...filled(rows.length === 0 ? [line('  checking the providers')] : lines, height - 1),
	];
}

function benchStatusLine(state: BenchState): Line {
	const {leftOut, stage} = state;
	const said = saidLine(state);
	if (said) return said;
	if (leftOut.length === 0 || stage === 'preparing') return [];
	return line(` ${leftOut.length} skipped (${keyTo(state, 'about')})`, 'warning');
}

/** Gauges of all providers together, with the breaker of the running one. */
function benchGauges({providers, budget}: BenchmarkSnapshot): Gauges {
	const sum = (value: (provider: BenchmarkSnapshot['providers'][number]) => number) =>
		providers.reduce((total, provider) => total + value(provider), 0);
	return {
		breaker: providers.find(isActive)?.circuit ?? null,
		budget: {
			used: budget.settledUsd,
			reserved: budget.reservedUsd,
			limit: budget.limitUsd,
			isShared: budget.isShared,
		},
		requests: sum(({done, warmUp}) => done + warmUp.done),
		cacheHits: null,
		tokens: sum(({figures: {tokens}}) => tokens.input + tokens.output),
		costUsd: budget.settledUsd,
	};
}

/** The snapshot with its cooldowns counted down to now. @param now milliseconds since the epoch */
function agedSnapshot(snapshot: BenchmarkSnapshot, now: number): BenchmarkSnapshot {
	const agedMs = Math.max(0, now - snapshot.atMs);
	return {
		...snapshot,
		providers: snapshot.providers.map(provider => {
			const {circuit} = provider;
			if (circuit?.state !== 'open') return provider;
			return {...provider, circuit: {...circuit, remainingMs: Math.max(0, circuit.remainingMs - agedMs)}};
		}),
	};
}
