import type {Prompts} from '../../delivery/prompts.ts';
import {Failure} from '../../failure.ts';
import {offerWait} from '../../run/asking/circuit-wait.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {follow} from '../../run/generators.ts';
import type {Session} from '../../run/session/session.ts';
import type {StepsControl} from '../../run/session/session-delivery.ts';
import {
	type EffectHandlers,
	type Hands,
	makeWork,
	type RunEffect,
	reasonOf,
	runEffectsBy,
	stopped,
	troubleOf,
} from '../app/effects.ts';
import {followInBatches} from '../app/follow-in-batches.ts';
import type {Dispatch} from '../app/store.ts';
import {loadHighlight} from '../text/highlight.ts';
import type {Action, Effect} from './actions.ts';
import {asList} from './decisions.ts';
import type {Sessions} from './sessions.ts';

export type ReviewHands = Omit<Hands, 'run' | 'give'>;

type Handlers = EffectHandlers<Effect, Action>;

const nothingRead = new Failure(
	'interrupted',
	'interrupted',
	'You quit before the pull request was read.',
	'Nothing was written.',
);

export const effectsOf = (sessions: Sessions, hands: ReviewHands, context: Context): RunEffect<Effect, Action> =>
	runEffectsBy<Effect, Action>({...workEffects(sessions, hands, context), ...asideEffects(hands)});

/** Effects that replace the running work, and those that need its session. */
function workEffects(
	sessions: Sessions,
	hands: ReviewHands,
	context: Context,
): Omit<Handlers, keyof ReturnType<typeof asideEffects>> {
	const running = makeWork(context.signal);
	let verifying = new AbortController();
	let answer: (isYes: boolean) => void = () => {};
	const confirmBy =
		(dispatch: Dispatch<Action>): Prompts['confirm'] =>
		(question, signal, {warning = '', diff = ''} = {}) =>
			new Promise((resolve, reject) => {
				signal.throwIfAborted();
				signal.addEventListener('abort', () => reject(signal.reason), {once: true});
				answer = resolve;
				dispatch({type: 'confirm-step', question, warning, diff, at: context.now()});
			});
	const control = (signal: AbortSignal, dispatch: Dispatch<Action>): StepsControl => {
		verifying = new AbortController();
		const prompts = {hasAgreed: false, lend: hands.lend, confirm: confirmBy(dispatch)};
		return {signal, stopVerifying: verifying.signal, prompts};
	};
	const inBatches = <Result>(run: AsyncGenerator<RunEvent, Result>, dispatch: Dispatch<Action>): Promise<Result> =>
		followInBatches(run, events => dispatch({type: 'events', events, at: context.now()}), context);
	let session: Session | null = null;
	let isFirstLoad = true;
	/** Why there is nothing to show if the user quits now. */
	let loadFailure: unknown = nothingRead;

	const work = (
		dispatch: Dispatch<Action>,
		task: (session: Session, signal: AbortSignal) => Promise<Action | null>,
	): Promise<void> =>
		running.begin(
			async signal => {
				const action = session && (await task(session, signal));
				if (action) dispatch(action);
			},
			(error, isStopped) =>
				dispatch({type: 'trouble', during: 'work', trouble: isStopped ? stopped : troubleOf(error)}),
		);

	return {
		load: ({consent}, dispatch) => {
			const isFirst = isFirstLoad;
			isFirstLoad = false;
			void loadHighlight().then(highlight => dispatch({type: 'highlight', highlight}));
			void running.begin(
				async signal => {
					const waitForCircuit = offerWait(confirmBy(dispatch));
					session = await inBatches(sessions.open(consent, waitForCircuit, signal), dispatch);
					dispatch({type: 'opened', session, model: sessions.model});
				},
				(error, isStopped) => {
					// A failure that must be fixed outside the app ends it, as long as nothing was shown or decided.
					const mustEnd = isFirst && !isStopped && error instanceof Failure && error.kind !== 'failed';
					if (mustEnd) return hands.quit(false, error);
					if (!isStopped) loadFailure = error;
					dispatch({type: 'trouble', during: 'load', trouble: isStopped ? stopped : troubleOf(error)});
				},
			);
		},
		plan: ({decisions, only}, dispatch) =>
			void work(dispatch, async ({plan}, signal) => {
				const events: RunEvent[] = [];
				const planned = await follow(plan(asList(decisions), only, signal), event => events.push(event));
				return {type: 'planned', planned, events, decisions, only, at: context.now()};
			}),
		apply: ({planned}, dispatch) =>
			void work(dispatch, async ({apply}, signal) => {
				const tell = (event: RunEvent) => dispatch({type: 'events', events: [event], at: context.now()});
				const {prompts} = control(signal, dispatch);
				return {type: 'written', ...(await follow(apply(planned, prompts, signal), tell))};
			}),
		offer: ({planned, presets}, dispatch) =>
			void running.begin(
				async signal => {
					if (session) await inBatches(session.delivery.offer(planned, presets, signal), dispatch);
				},
				(error, isStopped) => {
					if (!isStopped) dispatch({type: 'trouble', during: 'aside', trouble: troubleOf(error)});
				},
			),
		close: ({planned, request}, dispatch) =>
			void work(dispatch, async ({delivery}, signal) => {
				const steps = delivery.close(planned, request, control(signal, dispatch));
				return {type: 'ended', ...(await inBatches(sessions.takeSteps(steps), dispatch))};
			}),
		'stop-verifying': () => verifying.abort(),
		'answer-step': ({isYes}) => answer(isYes),
		'keep-ticks': ({ticked}, dispatch) =>
			void aside(dispatch, async () => dispatch({type: 'ticks-kept', path: await sessions.keepTicks(ticked)})),
		'keep-for-good': ({forGood, planned}, dispatch) =>
			void aside(dispatch, async () => {
				const {declineForGood} = await import('../../run/memory/decline-for-good.ts');
				await declineForGood(forGood, planned.analysis, context);
				dispatch({type: 'kept-for-good'});
			}),
		undo: ({run}, dispatch) =>
			void work(dispatch, async ({undo}, signal) => ({type: 'undone', ...(await undo(run, signal))})),
		ask: ({finding}, dispatch) =>
			void work(dispatch, async ({model}, signal) => {
				if (!model) return null;
				const asking = model.ask(finding, offerWait(confirmBy(dispatch)), signal);
				return {type: 'asked', ...(await inBatches(asking, dispatch))};
			}),
		inquire: ({finding}, dispatch) =>
			void aside(dispatch, async () => {
				const inquiry = await session?.model?.inquire(finding);
				if (inquiry) dispatch({type: 'inquired', finding, inquiry, at: context.now()});
			}),
		open: ({path, line}, dispatch) =>
			void aside(dispatch, async () => {
				const file = await session?.locate(path);
				if (file === undefined) return;
				try {
					await hands.open(file, line);
				} finally {
					dispatch({type: 'closed'});
				}
			}),
		look: ({said}, dispatch) => void work(dispatch, async ({look}) => ({type: 'looked', said, ...(await look())})),
		'look-outside': ({asksHost}, dispatch) =>
			void aside(dispatch, async () => {
				const look = await session?.outside(asksHost, context.signal);
				if (look) dispatch({type: 'seen-outside', look});
			}),
		save: ({list, findings, file, replaces, decisions}, dispatch) =>
			void aside(dispatch, async () => {
				const {saveDecisions} = await import('../../run/decisions/decisions-file.ts');
				await saveDecisions(list, findings, file, context.cwd, {replaces});
				dispatch({type: 'saved', file, decisions});
			}),
		keep: ({decisions}, dispatch) => void aside(dispatch, () => sessions.keep(decisions)),
		'keep-replies': ({replies}, dispatch) => void aside(dispatch, () => sessions.keepReplies(replies)),
		'keep-filter': ({filter}, dispatch) => void aside(dispatch, () => sessions.keepFilter(filter)),
		cancel: running.stop,
		quit: ({isInterrupted}) => {
			running.stop();
			hands.quit(isInterrupted, reasonOf(context.signal) ?? (session || isInterrupted ? null : loadFailure));
		},
	};
}

/** Effects that do not interrupt the running work. */
const asideEffects = (hands: ReviewHands) =>
	({
		edit: ({draft, subject}, dispatch) =>
			void aside(dispatch, async () => dispatch({type: 'edited', subject, result: await hands.edit(draft)})),
		'edit-message': ({draft}, dispatch) =>
			void aside(dispatch, async () => dispatch({type: 'message-edited', result: await hands.edit(draft)})),
		'edit-reply': ({draft, thread}, dispatch) =>
			void aside(dispatch, async () => {
				const result = await hands.edit(draft);
				const {whyUnsendable} = await import('../../run/own-words.ts');
				const fault = result.kind === 'edited' ? await whyUnsendable(result.lines.join('\n')) : null;
				dispatch({type: 'reply-edited', thread, result, fault});
			}),
		'show-diff': ({diff}, dispatch) => void aside(dispatch, () => hands.showDiff(diff)),
		browse: ({url}, dispatch) => void aside(dispatch, () => hands.browse(url)),
		copy: ({text}, dispatch) => void aside(dispatch, async () => hands.copy(text)),
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
