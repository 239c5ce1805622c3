import {exitCodes} from '../../exit-code.ts';
import {advise, Failure, sameAgain} from '../../failure.ts';
import type {Context} from '../../run/context.ts';
import type {WatchRequest, WatchSite} from '../../run/watch/watching.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import {continuing} from '../../worktree/run-id.ts';
import type {AppOf} from '../app/app.ts';
import {type Hands, type RunEffect, runEffectsBy} from '../app/effects.ts';
import {keysWith} from '../app/own-keys.ts';
import type {Action, Effect, WatchScreenState} from './state.ts';
import {initialWatchScreen, keymap, updateWatch} from './update.ts';

/**
 * A signal first ends the watch. The caller prints the result.
 * @param banner always in the title: names the services if they are not the real ones
 */
export function watchApp(
	run: WatchScreenRun,
	banner: string | null,
	ownKeys: OwnKeys,
	context: Context,
): AppOf<WatchScreenState, Action, Effect> {
	return {
		keys: keysWith(keymap, 'keys.watch', ownKeys),
		initial: app => initialWatchScreen(app, {banner, startedAt: context.now()}),
		update: updateWatch,
		effects: hands => effectsOfWatch(run, hands, context),
		load: async () => (await import('./app.tsx')).WatchApp,
		summary: () => '',
		exitCode: ({watch}) => watch.report?.exitCode ?? exitCodes.interrupted,
	};
}

/** A watch as it is without the app, which only lends its terminal to git. */
type WatchScreenRun = Pick<WatchSite, 'questions'> & {request: WatchRequest};

function effectsOfWatch(
	{request, questions}: WatchScreenRun,
	hands: Hands,
	context: Context,
): RunEffect<Effect, Action> {
	const ending = new AbortController();
	const within: Context = {...context, signal: AbortSignal.any([context.signal, ending.signal])};
	let work: Promise<unknown> = Promise.resolve();
	let isInRound = false;
	return runEffectsBy<Effect, Action>(hands, {
		begin: (_, dispatch) => {
			const emit: WatchSite['emit'] = event => {
				if (event.type === 'round' || event.type === 'round-ended') isInRound = event.type === 'round';
				dispatch({type: 'watched', event, at: context.now()});
			};
			const prompts = questions.prompts && {...questions.prompts, lend: hands.lend};
			const run = async () => {
				// Loaded late, so that the first frame does not wait for it.
				const {watch} = await import('../../run/watch/watch.ts');
				const site = {questions: {...questions, prompts}, emit};
				dispatch({type: 'ended', watched: await watch(request, site, within)});
			};
			work = run().then(
				() => hands.quit(false),
				(error: unknown) => hands.quit(false, error),
			);
		},
		quit: ({isInterrupted}) => {
			ending.abort(ended(isInRound));
			void work.then(() => hands.quit(isInterrupted));
		},
	});
}

const ended = (isInRound: boolean) =>
	new Failure(
		'interrupted',
		'interrupted',
		'Watch ended.',
		isInRound ? advise`If a run is not finished, ${continuing(null)}` : advise`To go on, ${sameAgain}.`,
	);
