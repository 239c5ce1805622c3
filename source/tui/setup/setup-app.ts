import type {SetupWorld} from '../../run/setup/draft.ts';
import {userSettingsPath} from '../../settings/places.ts';
import type {Settings} from '../../settings/table.ts';
import type {AppOf} from '../app/app.ts';
import type {CommandKeys} from '../app/keymap.ts';
import type {Action, Effect} from './actions.ts';
import {effectsOf} from './effects.ts';
import type {SetupState} from './state.ts';
import {initialSetup} from './steps.ts';
import {codeOf, setupSummary} from './summary.ts';
import {updateSetup} from './update.ts';

export const setupApp = (
	settings: Settings,
	keys: CommandKeys,
	world: SetupWorld,
): AppOf<SetupState, Action, Effect> => ({
	initial: (size, symbols) => initialSetup(size, symbols, keys, settings, userSettingsPath(world.env)),
	update: updateSetup,
	effects: hands => effectsOf(settings, hands, world),
	summary: setupSummary,
	exitCode: codeOf,
});
