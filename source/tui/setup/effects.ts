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
import type {Settings} from '../../settings/table.ts';
import {type Hands, makeWork, type RunEffect, reasonOf, runEffectsBy, troubleOf} from '../app/effects.ts';
import type {Dispatch} from '../app/store.ts';
import type {Action, Effect} from './state.ts';

export type SetupHands = Pick<Hands, 'run' | 'copy' | 'suspend' | 'redraw' | 'quit'>;

/** Milliseconds between updates of a download. */
const pullEveryMs = 150;

export function effectsOf(given: Settings, hands: SetupHands, world: SetupWorld): RunEffect<Effect, Action> {
	let settings = given;
	const running = makeWork(world.signal);

	/** Actions of stopped work are ignored. */
	const work = (
		dispatch: Dispatch<Action>,
		task: (world: SetupWorld, tell: Dispatch<Action>) => Promise<void>,
	): undefined =>
		void running.begin(
			signal =>
				task({...world, signal}, action => {
					if (!signal.aborted) dispatch(action);
				}),
			(error, isStopped) => dispatch(isStopped ? {type: 'stopped'} : {type: 'trouble', trouble: troubleOf(error)}),
		);

	return runEffectsBy<Effect, Action>({
		check: (effect, dispatch) =>
			work(dispatch, async (within, tell) => {
				const {of} = effect;
				const steps = of === 'host' ? checkHostAccess(within) : checkChosenProvider(effect.draft, settings, within);
				await follow<CheckStep, unknown>(steps, step => tell({type: 'step', of, step}));
				within.signal.throwIfAborted();
				tell({type: 'checked', of});
			}),
		list: ({draft}, dispatch) =>
			work(dispatch, async (within, tell) => {
				const models = await listOffered(draft, settings, within);
				tell({type: 'learned', what: {models, work: null}});
			}),
		pull: ({model, draft}, dispatch) =>
			work(dispatch, async (within, tell) => {
				let toldAt = Number.NEGATIVE_INFINITY;
				for await (const state of pull(model, draft, settings, within)) {
					const at = world.now();
					if (at - toldAt < pullEveryMs) continue;
					toldAt = at;
					tell({type: 'learned', what: {pull: state}});
				}
				within.signal.throwIfAborted();
				tell({type: 'pulled'});
			}),
		try: ({draft}, dispatch) =>
			work(dispatch, async (within, tell) => {
				const trial = await tryOut(draft, settings, within, answering => tell({type: 'learned', what: {answering}}));
				tell({type: 'learned', what: {trial, work: null}});
			}),
		places: ({provider}, dispatch) =>
			work(dispatch, async (within, tell) => {
				const places = await keyPlaces(provider, within);
				const isSet = Boolean(world.env[places.variable]?.trim());
				tell({type: 'learned', what: {places: {...places, isSet}}});
			}),
		// A file of keys that cannot be read is the trouble of the check.
		'find-key': ({provider}, dispatch) =>
			void keptKeyPlace(provider, world).then(
				keptIn => dispatch({type: 'learned', what: {keptIn}}),
				() => {},
			),
		save: ({draft, place, forget}, dispatch) =>
			work(dispatch, async (within, tell) => {
				const saved = await (draft ? saveSetup(draft, place, settings, within) : saveWithoutModel(forget, within));
				tell({type: 'saved', saved});
			}),
		'save-budget': ({usd}, dispatch) =>
			work(dispatch, async (within, tell) => {
				await saveSettings({costBudget: usd}, within.env);
				settings = {...settings, costBudget: usd};
				tell({type: 'budget-saved', usd});
			}),
		run: ({command}, dispatch) =>
			work(dispatch, async (_, tell) => tell({type: 'ran', trouble: await hands.run(command)})),
		copy({text}, dispatch) {
			try {
				hands.copy(text);
			} catch (error) {
				dispatch({type: 'not-copied', trouble: troubleOf(error)});
			}
		},
		cancel: running.stop,
		suspend: () => void hands.suspend(),
		redraw: hands.redraw,
		quit: ({isInterrupted}) => {
			running.stop();
			hands.quit(isInterrupted, reasonOf(world.signal));
		},
	});
}
