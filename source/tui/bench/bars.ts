import type {BenchmarkSnapshot} from '../../run/benchmark/events.ts';
import {aliasOf} from '../../settings/providers.ts';
import {clock} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import {type Ends, saidLine, screenName} from '../app/frame.ts';
import {keyTo} from '../app/keymap.ts';
import {emptyLine, type Line, line, lineWidth, span, type Tone} from '../text/line.ts';
import {aged, type Gauges} from '../widgets/gauges.ts';
import {isActive} from './rows.ts';
import type {BenchStage, BenchState} from './state.ts';

const stages: Readonly<Record<BenchStage, readonly [words: string, tone: Tone]>> = {
	preparing: ['checking the providers', 'plain'],
	ready: ['nothing sent yet', 'plain'],
	running: ['running', 'accent'],
	stopping: ['stopping', 'warning'],
	ended: ['ended', 'good'],
};

/**
 * The first line: what is measured, the elapsed time, and the remaining time of the running provider. A narrow window
 * drops the remaining time first, then what is measured.
 * @param now milliseconds since the epoch
 */
export function benchTitle(state: BenchState, now: number): Ends {
	const {banner, plan, stage, isPaused, result, snapshot, size} = state;
	const [words, tone] = isPaused ? (['paused', 'warning'] as const) : stages[stage];
	const ranMs = snapshot ? (result ? Date.parse(result.endedAt) : now) - snapshot.startedAtMs : null;
	const name = screenName('bench', banner);
	const doing = span(`  ${words}`, tone);
	const time = ranMs === null || isPaused ? '' : ` ${clock(ranMs)}`;
	const more = stage === 'running' && !isPaused ? remaining(state) : '';
	const measured = span(plan ? `  ${count(plan.request.options.iterations, 'request')} each` : '');
	const fitting: readonly Ends[] = [
		{left: [...name, measured], right: [doing, span(`${time}${more} `)]},
		{left: [...name, measured], right: [doing, span(`${time} `)]},
	];
	return (
		fitting.find(({left, right}) => lineWidth(left) + lineWidth(right) <= size.columns) ?? {
			left: name,
			right: [doing, span(`${time} `)],
		}
	);
}

/** Only for the running provider: nothing is known about the others. */
function remaining({snapshot, plan}: BenchState): string {
	const current = snapshot?.providers.find(isActive);
	const meanMs = current?.figures.latency?.meanMs;
	if (!current || meanMs === undefined || !plan) return '';
	const restMs = ((current.of - current.done) * meanMs) / plan.request.options.concurrency;
	return `, ${aliasOf(current.provider)}: about ${clock(restMs)} left`;
}

/** The message, or how many providers were skipped. */
export function benchStatus(state: BenchState): Line {
	const {leftOut, stage} = state;
	const said = saidLine(state);
	if (said) return said;
	if (leftOut.length === 0 || stage === 'preparing') return emptyLine;
	return line(` ${leftOut.length} skipped (${keyTo(state, 'about')})`, 'warning');
}

/** Gauges of all providers together, with the breaker of the running one. */
export function benchGauges({providers, budget}: BenchmarkSnapshot): Gauges {
	const sum = (value: (provider: BenchmarkSnapshot['providers'][number]) => number) =>
		providers.reduce((total, provider) => total + value(provider), 0);
	return {
		breaker: providers.find(isActive)?.circuit ?? null,
		budget,
		requests: sum(({done, warmUp}) => done + warmUp.done),
		cacheHits: null,
		tokens: sum(({figures: {tokens}}) => tokens.input + tokens.output),
		unknownCosts: 0,
	};
}

/** The snapshot with its cooldowns counted down to now. @param now milliseconds since the epoch */
export function agedSnapshot(snapshot: BenchmarkSnapshot, now: number): BenchmarkSnapshot {
	const ms = Math.max(0, now - snapshot.atMs);
	const providers = snapshot.providers.map(one => ({...one, circuit: one.circuit && aged(one.circuit, ms)}));
	return {...snapshot, providers};
}
