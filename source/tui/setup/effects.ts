import {checkCodeHost} from '../../run/setup/code-host-steps.ts';
import type {SetupWorld} from '../../run/setup/draft.ts';
import {saveSetup, saveWithoutModel} from '../../run/setup/finish.ts';
import {keyPlaces} from '../../run/setup/keys.ts';
import {listModels} from '../../run/setup/model-list.ts';
import {checkProvider} from '../../run/setup/provider-steps.ts';
import {pull} from '../../run/setup/pull.ts';
import type {Step} from '../../run/setup/step.ts';
import {tryOut} from '../../run/setup/trial.ts';
import type {Settings} from '../../settings/table.ts';
import type {Trouble} from '../review/actions.ts';
import type {Action, Effect} from './actions.ts';
import type {Group} from './state.ts';

/** What the wizard can do besides; the terminal is the app's to give. */
export type Hands = {
	/** Runs a command with the terminal; resolves with why it did not do its work, null where it did. */
	run: (command: string) => Promise<string | null>;
	copy: (text: string) => void;
	suspend: () => Promise<void>;
	redraw: () => void;
	quit: (isInterrupted: boolean) => void;
};

type Dispatch = (action: Action) => void;

/** A download tells more often than anybody can read. */
const pullEveryMs = 150;

/** Carries out what the wizard asks for; what comes of it is dispatched. */
export function effectsOf(
	settings: Settings,
	hands: Hands,
	world: SetupWorld,
): (effect: Effect, dispatch: Dispatch) => void {
	let running = new AbortController();

	/** One piece of work at a time; what a stopped one still tells is not heard. */
	const work = async (dispatch: Dispatch, task: (world: SetupWorld, tell: Dispatch) => Promise<void>) => {
		running.abort();
		running = new AbortController();
		const own = running;
		const signal = AbortSignal.any([world.signal, own.signal]);
		const tell: Dispatch = action => {
			if (!signal.aborted) dispatch(action);
		};
		try {
			await task({...world, signal}, tell);
		} catch (error) {
			if (own !== running) return;
			if (signal.aborted) dispatch({type: 'stopped'});
			else dispatch({type: 'trouble', trouble: inWords(error)});
		}
	};

	const checked = (of: Group, dispatch: Dispatch, steps: (world: SetupWorld) => AsyncGenerator<Step, unknown>) =>
		work(dispatch, async (within, tell) => {
			for await (const step of steps(within)) tell({type: 'step', of, step});
			within.signal.throwIfAborted();
			tell({type: 'checked', of});
		});

	return (effect, dispatch) => {
		switch (effect.type) {
			case 'check':
				return void checked(effect.of, dispatch, within =>
					effect.of === 'host' ? checkCodeHost(within) : checkProvider(effect.draft, settings, within),
				);
			case 'list':
				return void work(dispatch, async (within, tell) =>
					tell({type: 'listed', models: await listModels(effect.draft, settings, within)}),
				);
			case 'pull':
				return void work(dispatch, async (within, tell) => {
					let toldAt = Number.NEGATIVE_INFINITY;
					for await (const state of pull(effect.model, effect.draft, settings, within)) {
						const at = world.now();
						if (at - toldAt < pullEveryMs) continue;
						toldAt = at;
						tell({type: 'pulling', pull: state});
					}
					within.signal.throwIfAborted();
					tell({type: 'pulled'});
				});
			case 'try':
				return void work(dispatch, async (within, tell) =>
					tell({type: 'tried', trial: await tryOut(effect.draft, settings, within)}),
				);
			case 'places':
				return void work(dispatch, async (within, tell) => {
					const places = await keyPlaces(effect.provider, within);
					tell({type: 'places', places: {...places, isSet: Boolean(world.env[places.variable]?.trim())}});
				});
			case 'save':
				return void work(dispatch, async (within, tell) => {
					const {draft, place} = effect;
					const saved = await (draft ? saveSetup(draft, place, settings, within) : saveWithoutModel(within));
					tell({type: 'saved', saved});
				});
			case 'run':
				return void work(dispatch, async (_, tell) => tell({type: 'ran', trouble: await hands.run(effect.command)}));
			case 'copy':
				return hands.copy(effect.text);
			case 'cancel':
				return running.abort();
			case 'suspend':
				return void hands.suspend();
			case 'redraw':
				return hands.redraw();
			case 'quit':
				running.abort();
				return hands.quit(effect.isInterrupted);
		}
	};
}

/** Trouble of a provider is no failure of the program, but says what to do as well. */
function inWords(error: unknown): Trouble {
	if (!(error instanceof Error)) return {message: `Unexpected error: ${error}`, remedy: ''};
	const {remedy} = error as {remedy?: unknown};
	return typeof remedy === 'string'
		? {message: error.message, remedy}
		: {message: `Unexpected error: ${error.message}`, remedy: ''};
}
