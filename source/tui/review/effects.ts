import {Failure} from '../../failure.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import type {Consent, Session} from '../../run/session.ts';
import {throttle} from '../../run/throttle.ts';
import {loadHighlight} from '../text/highlight.ts';
import type {Action, Effect, Trouble} from './actions.ts';
import {asList} from './decisions.ts';
import type {Sessions} from './sessions.ts';

/** What the app can do besides the run; the terminal is the app's to give. */
export type Hands = {
	/** Lets a person edit a text; resolves with what they made of it, null where the editor failed or nothing changed. */
	edit: (lines: readonly string[], path: string) => Promise<string | null>;
	browse: (url: string) => Promise<void>;
	copy: (text: string) => void;
	suspend: () => Promise<void>;
	redraw: () => void;
	quit: (isInterrupted: boolean, failure: unknown) => void;
};

/** What is told meanwhile is told at once, in milliseconds. */
const togetherMs = 100;

/** Carries out what the screen asks for; what comes of it is dispatched. */
export function effectsOf(
	sessions: Sessions,
	hands: Hands,
	context: Context,
): (effect: Effect, dispatch: (action: Action) => void) => void {
	let session: Session | null = null;
	let running = new AbortController();
	/** Why there is nothing to show, should a person leave now. */
	let loadFailure: unknown = nothingRead;

	/** A newer piece of work takes the place of the one at hand. */
	const begin = () => {
		running.abort();
		running = new AbortController();
		return AbortSignal.any([context.signal, running.signal]);
	};

	const load = async (consent: Consent, dispatch: (action: Action) => void) => {
		const signal = begin();
		try {
			session = await followTogether(sessions.open(consent, signal), dispatch);
			dispatch({type: 'opened', session, model: sessions.model});
		} catch (error) {
			if (isStopped(error, signal)) return dispatch({type: 'trouble', during: 'load', trouble: stopped});
			// What a person has to mend outside is said where they do that.
			if (error instanceof Failure && error.kind !== 'failed') return hands.quit(false, error);
			loadFailure = error;
			dispatch({type: 'trouble', during: 'load', trouble: inWords(error)});
		}
	};

	const work = async (
		dispatch: (action: Action) => void,
		task: (session: Session, signal: AbortSignal) => Promise<Action>,
	) => {
		const signal = begin();
		try {
			if (session) dispatch(await task(session, signal));
		} catch (error) {
			// Replaced by a newer one, which tells how it ends.
			if (signal.aborted && !running.signal.aborted) return;
			const trouble = isStopped(error, signal) ? stopped : inWords(error);
			dispatch({type: 'trouble', during: 'work', trouble});
		}
	};

	/** Follows a run that may tell much at once: all of it within a short while is one change of the screen. */
	const followTogether = async <Result>(
		run: AsyncGenerator<RunEvent, Result>,
		dispatch: (action: Action) => void,
	): Promise<Result> => {
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
	};

	const aside = async (dispatch: (action: Action) => void, task: () => Promise<void>) => {
		try {
			await task();
		} catch (error) {
			dispatch({type: 'trouble', during: 'aside', trouble: inWords(error)});
		}
	};

	return (effect, dispatch) => {
		const tell = (event: RunEvent) => dispatch({type: 'events', events: [event], at: context.now()});
		switch (effect.type) {
			case 'load':
				void loadHighlight().then(highlight => dispatch({type: 'highlight', highlight}));
				return void load(effect.consent, dispatch);
			case 'plan':
				return void work(dispatch, async ({plan}, signal) => {
					const events: RunEvent[] = [];
					const planned = await follow(plan(asList(effect.decisions), signal), event => events.push(event));
					return {type: 'planned', planned, events, decisions: effect.decisions, at: context.now()};
				});
			case 'apply':
				return void work(dispatch, async ({apply}, signal) => {
					return {type: 'written', ...(await follow(apply(effect.planned, signal), tell))};
				});
			case 'undo':
				return void work(dispatch, async ({undo}, signal) => ({
					type: 'undone',
					...(await undo(effect.run, signal)),
				}));
			case 'ask':
				// There is this effect only where somebody can be asked.
				return void work(dispatch, async ({model}, signal) => ({
					type: 'asked',
					...(await followTogether(model!.ask(effect.finding, signal), dispatch)),
				}));
			case 'inquire':
				return void aside(dispatch, async () => {
					const {finding} = effect;
					const inquiry = await session?.model?.inquire(finding);
					if (inquiry) dispatch({type: 'inquired', finding, inquiry, at: context.now()});
				});
			case 'edit':
				return void aside(dispatch, async () => {
					const text = await hands.edit(effect.lines, effect.path);
					dispatch({type: 'edited', change: effect.change, text});
				});
			case 'save':
				return void aside(dispatch, async () => {
					const {list, findings, file, replaces, decisions} = effect;
					const {saveDecisions} = await import('../../run/decisions-file.ts');
					await saveDecisions(list, findings, file, context.cwd, replaces);
					dispatch({type: 'saved', file, decisions});
				});
			case 'keep':
				return void aside(dispatch, () => sessions.keep(effect.decisions));
			case 'browse':
				return void aside(dispatch, () => hands.browse(effect.url));
			case 'copy':
				return hands.copy(effect.text);
			case 'cancel':
				return running.abort();
			case 'suspend':
				return void aside(dispatch, hands.suspend);
			case 'redraw':
				return hands.redraw();
			case 'quit':
				running.abort();
				return hands.quit(effect.isInterrupted, session || effect.isInterrupted ? null : loadFailure);
		}
	};
}

const stopped: Trouble = {message: 'stopped', remedy: ''};
const nothingRead = new Failure('interrupted', 'interrupted', 'Left before the pull request was read.');

async function follow<Result>(run: AsyncGenerator<RunEvent, Result>, tell: (event: RunEvent) => void): Promise<Result> {
	for (;;) {
		const step = await run.next();
		if (step.done) return step.value;
		tell(step.value);
	}
}

const isStopped = (error: unknown, signal: AbortSignal) =>
	signal.aborted || (error instanceof Failure && error.kind === 'interrupted');

function inWords(error: unknown): Trouble {
	if (error instanceof Failure) return {message: error.message, remedy: error.remedy};
	return {message: `Unexpected error: ${error instanceof Error ? error.message : error}`, remedy: ''};
}
