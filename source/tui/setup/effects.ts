import {follow} from '../../run/generators.ts';
import {keptKeyPlace, keyPlaces} from '../../run/setup/choices.ts';
import {checkHostAccess} from '../../run/setup/code-host-steps.ts';
import type {SetupWorld} from '../../run/setup/draft.ts';
import {saveSetup, saveWithoutModel} from '../../run/setup/finish.ts';
import {listOffered} from '../../run/setup/model-list.ts';
import {checkChosenProvider} from '../../run/setup/provider-steps.ts';
import {pull} from '../../run/setup/pull.ts';
import type {CheckStep} from '../../run/setup/step.ts';
import {tryOut} from '../../run/setup/trial.ts';
import {saveSettings} from '../../settings/save.ts';
import {type Hands, makeWork, type RunEffect, reasonOf, runEffectsBy, troubleOf} from '../app/effects.ts';
import type {Dispatch} from '../app/store.ts';
import type {Action, Effect} from './state.ts';

export type SetupHands = Pick<Hands, 'run' | 'browse' | 'copy' | 'suspend' | 'redraw' | 'quit'>;

/** Milliseconds between updates of a download. */
const pullEveryMs = 150;

export function effectsOf(hands: SetupHands, world: SetupWorld): RunEffect<Effect, Action> {
	const running = makeWork(world.signal);

	/** Replaces the running work; actions of stopped work are ignored. */
	const work =
		<Of>(task: (of: Of, world: SetupWorld, tell: Dispatch<Action>) => Promise<Action>): RunEffect<Of, Action> =>
		(effect, dispatch) =>
			void running.begin(
				async signal => {
					const tell = (action: Action) => {
						if (!signal.aborted) dispatch(action);
					};
					tell(await task(effect, {...world, signal}, tell));
				},
				(error, isStopped) => dispatch(isStopped ? {type: 'stopped'} : {type: 'failed', trouble: troubleOf(error)}),
			);

	return runEffectsBy<Effect, Action>(hands, {
		check: work(async ({of, draft}, within, tell) => {
			const isOfProvider = of === 'provider' && draft !== null;
			const steps = isOfProvider ? checkChosenProvider(draft, within) : checkHostAccess(within);
			await follow<CheckStep, unknown>(steps, step => tell({type: 'step', of, step}));
			within.signal.throwIfAborted();
			return {type: 'checked', of};
		}),
		list: work(async ({draft}, within) => {
			const models = await listOffered(draft, within);
			return {type: 'learned', what: {models, work: null}};
		}),
		pull: work(async ({model, draft}, within, tell) => {
			let toldAt = Number.NEGATIVE_INFINITY;
			for await (const state of pull(model, draft, within)) {
				const at = world.now();
				if (at - toldAt < pullEveryMs) continue;
				toldAt = at;
				tell({type: 'learned', what: {pull: state}});
			}
			within.signal.throwIfAborted();
			return {type: 'pulled'};
		}),
		try: work(async ({draft}, within, tell) => {
			const trial = await tryOut(draft, within, answering => tell({type: 'learned', what: {answering}}));
			return {type: 'learned', what: {trial, work: null}};
		}),
		places: work(async ({provider}, within) => {
			const places = await keyPlaces(provider, within);
			const isSet = Boolean(world.env[places.variable]?.trim());
			return {type: 'learned', what: {places: {...places, isSet}}};
		}),
		// A file of keys that cannot be read is the trouble of the check.
		'find-key': ({provider}, dispatch) =>
			void keptKeyPlace(provider, world).then(
				keptIn => dispatch({type: 'learned', what: {keptIn}}),
				() => {},
			),
		save: work(async ({draft, place, forget}, within) => {
			const saved = await (draft ? saveSetup(draft, place, within) : saveWithoutModel(forget, within));
			return {type: 'saved', saved};
		}),
		'save-budget': work(async ({usd}, within) => {
			await saveSettings({costBudget: usd}, within.env);
			return {type: 'budget-saved', usd};
		}),
		run: work(async ({command}) => ({type: 'ran', trouble: await hands.run(command)})),
		cancel: running.stop,
		quit: ({isInterrupted}) => {
			running.stop();
			hands.quit(isInterrupted, reasonOf(world.signal));
		},
	});
}
