import type {Prompts} from '../../delivery/prompts.ts';
import {Failure} from '../../failure.ts';
import {offerWait} from '../../run/asking/circuit-wait.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {follow} from '../../run/generators.ts';
import type {Session} from '../../run/session/session.ts';
import type {StepsControl} from '../../run/session/session-delivery.ts';
import {
	aside,
	followInBatches,
	type Hands,
	makeWork,
	type RunEffect,
	reasonOf,
	runEffectsBy,
	stopped,
	troubleOf,
} from '../app/effects.ts';
import type {Dispatch} from '../app/store.ts';
import {loadHighlight} from '../text/highlight.ts';
import type {Action, Effect} from './actions.ts';
import {asList} from './decisions.ts';
import type {Sessions} from './sessions.ts';

export type ReviewHands = Omit<Hands, 'run' | 'give'>;

const nothingRead = new Failure(
	'interrupted',
	'interrupted',
	'You quit before the pull request was read.',
	'Nothing was written.',
);

export function effectsOf(sessions: Sessions, hands: ReviewHands, context: Context): RunEffect<Effect, Action> {
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

	/** Replaces the running work. */
	const work =
		<Of>(
			task: (of: Of, session: Session, signal: AbortSignal, dispatch: Dispatch<Action>) => Promise<Action | null>,
		): RunEffect<Of, Action> =>
		(effect, dispatch) =>
			void running.begin(
				async signal => {
					const action = session && (await task(effect, session, signal, dispatch));
					if (action) dispatch(action);
				},
				(error, isStopped) =>
					dispatch({type: 'failed', during: 'work', trouble: isStopped ? stopped : troubleOf(error)}),
			);

	return runEffectsBy<Effect, Action>(hands, {
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
					dispatch({type: 'failed', during: 'load', trouble: isStopped ? stopped : troubleOf(error)});
				},
			);
		},
		plan: work(async ({decisions, only}, {plan}, signal) => {
			const events: RunEvent[] = [];
			const planned = await follow(plan(asList(decisions), only, signal), event => events.push(event));
			return {type: 'planned', planned, events, decisions, only, at: context.now()};
		}),
		apply: work(async ({planned}, {apply}, signal, dispatch) => {
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
					if (!isStopped) dispatch({type: 'trouble', trouble: troubleOf(error)});
				},
			),
		close: work(async ({planned, request}, {delivery}, signal, dispatch) => {
			const steps = delivery.close(planned, request, control(signal, dispatch));
			return {type: 'ended', ...(await sessions.awaiting(inBatches(steps, dispatch)))};
		}),
		'stop-verifying': () => verifying.abort(),
		'answer-step': ({isYes}) => answer(isYes),
		'keep-ticks': aside(async ({ticked}) => ({type: 'ticks-kept', path: await sessions.keepTicks(ticked)})),
		'keep-for-good': aside(async ({forGood, planned}) => {
			const {declineForGood} = await import('../../run/memory/decline-for-good.ts');
			await declineForGood(forGood, planned.analysis, context);
			return {type: 'kept-for-good'};
		}),
		undo: work(async ({run}, {undo}, signal) => ({type: 'undone', ...(await undo(run, signal))})),
		ask: work(async ({finding}, {model}, signal, dispatch) => {
			if (!model) return null;
			const asking = model.ask(finding, offerWait(confirmBy(dispatch)), signal);
			return {type: 'asked', ...(await inBatches(asking, dispatch))};
		}),
		inquire: aside(async ({finding}) => {
			const inquiry = await session?.model?.inquire(finding);
			return inquiry ? {type: 'inquired', finding, inquiry, at: context.now()} : null;
		}),
		open: aside(async ({path, line}, dispatch) => {
			const file = await session?.locate(path);
			if (file === undefined) return;
			try {
				await hands.open(file, line);
			} finally {
				dispatch({type: 'closed'});
			}
		}),
		look: work(async ({said}, {look}) => ({type: 'looked', said, ...(await look())})),
		'look-outside': aside(async ({asksHost}) => {
			const look = await session?.outside(asksHost, context.signal);
			return look ? {type: 'seen-outside', look} : null;
		}),
		save: aside(async ({decisions, findings, file, replaces}) => {
			const {saveDecisions} = await import('../../run/decisions/decisions-file.ts');
			await saveDecisions(asList(decisions), findings, file, context.cwd, {replaces});
			return {type: 'saved', file, decisions};
		}),
		keep: aside(({decisions}) => sessions.keep(session => session.keep(decisions))),
		'keep-replies': aside(({replies}) => sessions.keep(session => session.keepReplies(replies))),
		'keep-filter': aside(({filter}) => sessions.keep(session => session.keepFilter(filter))),
		edit: aside(async ({draft, subject}) => {
			const result = await hands.edit(draft);
			if (subject.what !== 'reply' || result.kind !== 'edited') return {type: 'edited', subject, result, fault: null};
			const {whyUnsendable} = await import('../../run/records/kept-replies.ts');
			return {type: 'edited', subject, result, fault: await whyUnsendable(result.lines.join('\n'))};
		}),
		'show-diff': aside(({diff}) => hands.showDiff(diff)),
		cancel: running.stop,
		quit: ({isInterrupted}) => {
			running.stop();
			hands.quit(isInterrupted, reasonOf(context.signal) ?? (session || isInterrupted ? null : loadFailure));
		},
	});
}
