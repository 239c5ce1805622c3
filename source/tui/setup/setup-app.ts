import {type ExitCode, exitCodes, worstExitCode} from '../../exit-code.ts';
import type {SetupWorld} from '../../run/setup/draft.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import {userSettingsPath} from '../../settings/places.ts';
import {aliasOf} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import {safe} from '../../text/safe.ts';
import type {AppOf} from '../app/app.ts';
import {keysWith} from '../app/own-keys.ts';
import {effectsOf} from './effects.ts';
import {keymap} from './keymap.ts';
import {outline, sameWithoutApp, unpassedSteps} from './outline.ts';
import type {Action, Effect, SetupState} from './state.ts';
import {initialSetup} from './steps.ts';
import {updateSetup} from './update.ts';

export function setupApp(
	settings: Settings,
	ownKeys: OwnKeys,
	world: SetupWorld,
	isAgain: boolean,
): AppOf<SetupState, Action, Effect> {
	return {
		keys: keysWith(keymap, 'keys.setup', ownKeys),
		initial: app => initialSetup(app, settings, userSettingsPath(world.env), isAgain),
		update: updateSetup,
		effects: hands => effectsOf(hands, world),
		load: async () => (await import('./app.tsx')).SetupApp,
		summary: setupSummary,
		exitCode: codeOf,
	};
}

function setupSummary(state: SetupState): string {
	const {saved, draft} = state;
	if (!saved) return 'nothing was saved; start again with: pr-resolve setup\n';
	const open = unpassedSteps(state);
	const who = draft ? aliasOf(draft.provider) : 'no model';
	const lines = [
		open.length === 0 ? `set up with ${who}: ${safe(saved.path)}` : `saved, with ${who}: ${safe(saved.path)}`,
		...open.map(({id, detail}) => `still to do: ${id}: ${safe(detail)}`),
		draft ? `the same as a command: ${safe(sameWithoutApp(state, draft))}` : 'to add a model later: pr-resolve setup',
	];
	return `${lines.join('\n')}\n`;
}

/** The same exit code as a check without the app; unsaved settings need a person. */
function codeOf(state: SetupState): ExitCode {
	return worstExitCode([
		...outline(state).map(({exitCode}) => exitCode),
		exitCodes[state.saved ? 'done' : 'needsPerson'],
	]);
}
