import {Failure} from '../../failure.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {follow} from '../../run/follow.ts';
import type {Session} from '../../run/session.ts';
import {throttle} from '../../run/throttle.ts';
import {type EffectHandlers, type Hands, makeWork, type RunEffect, runEffectsBy, troubleOf} from '../app/effects.ts';
import type {Trouble} from '../app/state.ts';
import type {Dispatch} from '../app/store.ts';
import {loadHighlight} from '../text/highlight.ts';
import type {Action, Effect} from './actions.ts';
import {asList} from './decisions.ts';
import type {Sessions} from './sessions.ts';

export type ReviewHands = Omit<Hands, 'run'>;

type Handlers = EffectHandlers<Effect, Action>;

/** What is told meanwhile is told at once, in milliseconds. */
const togetherMs = 100;

const stopped: Trouble = {message: 'stopped', remedy: ''};
const nothingRead = new Failure('interrupted', 'interrupted', 'You quit before the pull request was read.');

/** Carries out what the screen asks for; what comes of it is dispatched. */
export const effectsOf = (sessions: Sessions, hands: ReviewHands, context: Context): RunEffect<Effect, Action> =>
	runEffectsBy<Effect, Action>({...workEffects(sessions, hands, context), ...asideEffects(hands)});

/** What takes the place of the work at hand, and what needs the session that it has opened. */
function workEffects(
	sessions: Sessions,
	hands: ReviewHands,
	context: Context,
): Omit<Handlers, keyof ReturnType<typeof asideEffects>> {
	const running = makeWork(context.signal);
	let session: Session | null = null;
	/** Why there is nothing to show, should a person leave now. */
	let loadFailure: unknown = nothingRead;

	const work = (
		dispatch: Dispatch<Action>,
		task: (session: Session, signal: AbortSignal) => Promise<Action>,
	): Promise<void> =>
		running.begin(
			async signal => {
				if (session) dispatch(await task(session, signal));
			},
			(error, isStopped) =>
				dispatch({type: 'trouble', during: 'work', trouble: isStopped ? stopped : troubleOf(error)}),
		);

	return {
		load: ({consent}, dispatch) => {
			void loadHighlight().then(highlight => dispatch({type: 'highlight', highlight}));
			void running.begin(
				async signal => {
					session = await followTogether(sessions.open(consent, signal), dispatch, context);
					dispatch({type: 'opened', session, model: sessions.model});
				},
				(error, isStopped) => {
					// What a person has to mend outside is said where they do that.
					if (!isStopped && error instanceof Failure && error.kind !== 'failed') return hands.quit(false, error);
					if (!isStopped) loadFailure = error;
					dispatch({type: 'trouble', during: 'load', trouble: isStopped ? stopped : troubleOf(error)});
				},
			);
		},
		plan: ({decisions}, dispatch) =>
			void work(dispatch, async ({plan}, signal) => {
				const events: RunEvent[] = [];
				const planned = await follow(plan(asList(decisions), signal), event => events.push(event));
				return {type: 'planned', planned, events, decisions, at: context.now()};
			}),
		apply: ({planned}, dispatch) =>
			void work(dispatch, async ({apply}, signal) => {
				const tell = (event: RunEvent) => dispatch({type: 'events', events: [event], at: context.now()});
				return {type: 'written', ...(await follow(apply(planned, signal), tell))};
			}),
		undo: ({run}, dispatch) =>
			void work(dispatch, async ({undo}, signal) => ({type: 'undone', ...(await undo(run, signal))})),
		// There is this effect only where somebody can be asked.
		ask: ({finding}, dispatch) =>
			void work(dispatch, async ({model}, signal) => ({
				type: 'asked',
				...(await followTogether(model!.ask(finding, signal), dispatch, context)),
			})),
		inquire: ({finding}, dispatch) =>
			void aside(dispatch, async () => {
				const inquiry = await session?.model?.inquire(finding);
				if (inquiry) dispatch({type: 'inquired', finding, inquiry, at: context.now()});
			}),
		save: ({list, findings, file, replaces, decisions}, dispatch) =>
			void aside(dispatch, async () => {
				const {saveDecisions} = await import('../../run/decisions-file.ts');
				await saveDecisions(list, findings, file, context.cwd, {replaces});
				dispatch({type: 'saved', file, decisions});
			}),
		keep: ({decisions}, dispatch) => void aside(dispatch, () => sessions.keep(decisions)),
		cancel: running.stop,
		quit: ({isInterrupted}) => {
			running.stop();
			hands.quit(isInterrupted, session || isInterrupted ? null : loadFailure);
		},
	};
}

/** What goes on beside the work at hand. */
const asideEffects = (hands: ReviewHands) =>
	({
		edit: ({change, path, lines}, dispatch) =>
			void aside(dispatch, async () => dispatch({type: 'edited', change, text: await hands.edit(lines, path)})),
		browse: ({url}, dispatch) => void aside(dispatch, () => hands.browse(url)),
		copy: ({text}) => hands.copy(text),
		suspend: (_, dispatch) => void aside(dispatch, hands.suspend),
		redraw: hands.redraw,
	}) satisfies Partial<Handlers>;

async function aside(dispatch: Dispatch<Action>, task: () => Promise<void>): Promise<void> {
	try {
		await task();
	} catch (error) {
		dispatch({type: 'trouble', during: 'aside', trouble: troubleOf(error)});
	}
}

/** Follows a run that may tell much at once: all of it within a short while is one change of the screen. */
async function followTogether<Result>(
	run: AsyncGenerator<RunEvent, Result>,
	dispatch: Dispatch<Action>,
	context: Context,
): Promise<Result> {
	const told: RunEvent[] = [];
	const tell = () => {
		if (told.length > 0) dispatch({type: 'events', events: told.splice(0), at: context.now()});
	};
	const throttled = throttle(tell, togetherMs, context);
	try {
		return await follow(run, event => {
			told.push(event);
			throttled.call();
		});
	} finally {
		await throttled.end();
		tell();
	}
}
