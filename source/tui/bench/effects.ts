import {createControl} from '../../run/benchmark/control.ts';
import type {BenchmarkRequest} from '../../run/benchmark/request.ts';
import type {Context} from '../../run/context.ts';
import {follow} from '../../run/generators.ts';
import {aside, type Hands, type RunEffect, runEffectsBy} from '../app/effects.ts';
import type {Action, Effect} from './state.ts';

export type BenchRun = {
	request: BenchmarkRequest;
	/** Whether paid requests wait for a yes. */
	isAsked: boolean;
};

export function effectsOf({request, isAsked}: BenchRun, hands: Hands, context: Context): RunEffect<Effect, Action> {
	const stopping = new AbortController();
	const within: Context = {...context, signal: AbortSignal.any([context.signal, stopping.signal])};
	const control = createControl();
	/** The running work; it ends with the report if anything was measured. */
	let work: Promise<void> = Promise.resolve();
	/** Reports are written one by one: each replaces the files of the one before. */
	let written: Promise<unknown> = Promise.resolve();
	const inTurn = (report: () => Promise<void>): Promise<void> => {
		const mine = written.then(report);
		written = mine.catch(() => {});
		return mine;
	};

	/** A failure must be fixed outside the app, so it ends it. */
	const working = (task: () => Promise<void>) => {
		work = task().catch((error: unknown) => {
			// An aborted benchmark without a result was stopped before it began: no failure.
			if (!(within.signal.aborted && control.resultNow() === null)) hands.quit(false, error);
		});
	};

	return runEffectsBy<Effect, Action>(hands, {
		plan: (_, dispatch) =>
			working(async () => {
				// Loaded late, so that the first frame does not wait for it.
				const {planBenchmark} = await import('../../run/benchmark/plan.ts');
				const plan = await follow(planBenchmark(request, within), event => dispatch({type: 'told', event}));
				dispatch({type: 'planned', plan, isAsked, at: context.now()});
			}),
		begin: ({plan}, dispatch) =>
			working(async () => {
				const [{runBenchmark}, {writeReport}] = await Promise.all([
					import('../../run/benchmark/benchmark.ts'),
					import('../../run/benchmark/report/write.ts'),
				]);
				const result = await follow(runBenchmark(plan, control, within), event => dispatch({type: 'told', event}));
				await inTurn(() => writeReport(result, plan.places));
				dispatch({type: 'ended', result});
			}),
		pause: control.pause,
		resume: control.resume,
		skip: ({name}) => control.skip(name),
		write: aside(async ({plan}) => {
			const result = control.resultNow();
			if (!result) return null;
			const {writeReport} = await import('../../run/benchmark/report/write.ts');
			await inTurn(() => writeReport(result, plan.places));
			return {type: 'written'};
		}),
		stop: () => stopping.abort(),
		suspend: aside(async () => {
			await hands.suspend();
			return {type: 'continued'};
		}),
		quit: ({isInterrupted}) => {
			stopping.abort();
			void work.then(() => hands.quit(isInterrupted));
		},
	});
}
