import {aliasOf} from '../../settings/providers.ts';
import {clock} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import type {Ends} from '../app/frame.ts';
import {type Line, lineWidth, span, type Tone} from '../text/line.ts';
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
	const name: Line = [
		span(' pr-resolve  ', 'accent'),
		span('bench', 'strong'),
		span(banner === null ? '' : `  ${safe(banner)}`, 'warning'),
	];
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
