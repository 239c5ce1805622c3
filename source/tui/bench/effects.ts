import {createControl} from '../../run/benchmark/control.ts';
import type {BenchmarkEvent, BenchmarkSnapshot} from '../../run/benchmark/events.ts';
import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import type {BenchmarkRequest} from '../../run/benchmark/request.ts';
import type {Context} from '../../run/context.ts';
import {follow} from '../../run/generators.ts';
import {type Hands, type RunEffect, runEffectsBy, troubleOf} from '../app/effects.ts';
import type {Dispatch} from '../app/store.ts';
import type {Action, Effect} from './actions.ts';

export type BenchRun = {
	request: BenchmarkRequest;
	/** Whether paid requests wait for a yes. */
	isAsked: boolean;
};

/** Time between redraws; changes of a provider's state are shown at once. */
const betweenFramesMs = 250;

export function effectsOf(
	{request, isAsked}: BenchRun,
	hands: Pick<Hands, 'suspend' | 'redraw' | 'quit'>,
	context: Context,
): RunEffect<Effect, Action> {
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

	const plan = async (dispatch: Dispatch<Action>) => {
		// Loaded late, so that the first frame does not wait for it.
		const {planBenchmark} = await import('../../run/benchmark/plan.ts');
		const planned = await follow(planBenchmark(request, within), event => dispatch({type: 'told', event}));
		dispatch({type: 'planned', plan: planned, isAsked, at: context.now()});
	};

	const begin = async (planned: BenchmarkPlan, dispatch: Dispatch<Action>) => {
		const [{runBenchmark}, {writeReport}] = await Promise.all([
			import('../../run/benchmark/benchmark.ts'),
			import('../../run/benchmark/report/write.ts'),
		]);
		const result = await follow(runBenchmark(planned, control, within), snapshotForwarder(dispatch, within));
		await inTurn(() => writeReport(result, planned.places));
		dispatch({type: 'ended', result});
	};

	const write = async (planned: BenchmarkPlan, dispatch: Dispatch<Action>) => {
		const result = control.resultNow();
		if (!result) return;
		const {writeReport} = await import('../../run/benchmark/report/write.ts');
		await inTurn(() => writeReport(result, planned.places));
		dispatch({type: 'written'});
	};

	/** A failure must be fixed outside the app, so it ends it. */
	const working = (task: Promise<void>) => {
		work = task.catch((error: unknown) => {
			// An aborted benchmark without a result was stopped before it began: no failure.
			if (!(within.signal.aborted && control.resultNow() === null)) hands.quit(false, error);
		});
	};

	return runEffectsBy<Effect, Action>({
		plan: (_, dispatch) => working(plan(dispatch)),
		begin: (effect, dispatch) => working(begin(effect.plan, dispatch)),
		pause: control.pause,
		resume: control.resume,
		skip: ({name}) => control.skip(name),
		write: (effect, dispatch) =>
			void write(effect.plan, dispatch).catch((error: unknown) =>
				dispatch({type: 'trouble', trouble: troubleOf(error)}),
			),
		stop: () => stopping.abort(),
		suspend: (_, dispatch) => void hands.suspend().then(() => dispatch({type: 'continued'})),
		redraw: hands.redraw,
		quit: ({isInterrupted}) => {
			stopping.abort();
			void work.then(() => hands.quit(isInterrupted));
		},
	});
}

/** Dispatches snapshots with each provider's last error, throttled; always the last one. */
function snapshotForwarder(dispatch: Dispatch<Action>, {now, sleep, signal}: Context): (event: BenchmarkEvent) => void {
	let troubles: ReadonlyMap<string, string> = new Map();
	let latest: BenchmarkSnapshot | null = null;
	let shown: BenchmarkSnapshot | null = null;
	let shownAt = Number.NEGATIVE_INFINITY;
	let isWaiting = false;
	const show = () => {
		isWaiting = false;
		if (latest === null || latest === shown) return;
		shown = latest;
		shownAt = now();
		dispatch({type: 'snapshot', snapshot: latest, troubles});
	};
	return event => {
		if (event.type === 'sample') {
			if (event.trouble !== null) troubles = new Map(troubles).set(event.name, event.trouble);
			return;
		}
		if (event.type !== 'snapshot') return;
		latest = event.snapshot;
		const restMs = shownAt + betweenFramesMs - now();
		if (restMs <= 0 || shown === null || isNews(shown, latest)) return show();
		if (isWaiting) return;
		isWaiting = true;
		void sleep(restMs, signal).then(show, () => {});
	};
}

const isNews = (before: BenchmarkSnapshot, after: BenchmarkSnapshot) =>
	before.phase !== after.phase || after.providers.some(({state}, index) => before.providers[index]?.state !== state);
