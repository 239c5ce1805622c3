import type {ExitCode} from '../exit-code.ts';
import type {SetupWorld} from '../run/setup/draft.ts';
import {userSettingsPath} from '../settings/places.ts';
import type {Settings} from '../settings/table.ts';
import type {Action, Effect} from './setup/actions.ts';
import {effectsOf} from './setup/effects.ts';
import type {SetupState} from './setup/state.ts';
import {initialSetup} from './setup/steps.ts';
import {codeOf, summaryOf} from './setup/summary.ts';
import {updateSetup} from './setup/update.ts';
import {type Screen, startApp} from './start.tsx';

/** Shows the wizard until the person leaves; returns the exit code. @throws as `startApp` */
export async function startSetup(settings: Settings, screen: Screen, world: SetupWorld): Promise<ExitCode> {
	const {exitCode} = await startApp<SetupState, Action, Effect>(
		{
			initial: (size, symbols) => initialSetup(size, symbols, settings, userSettingsPath(world.env)),
			update: updateSetup,
			effects: hands => effectsOf(settings, hands, world),
			load: async () => (await import('./setup/app.tsx')).SetupApp,
			summary: summaryOf,
			exitCode: codeOf,
			isKeyByKey: true,
		},
		screen,
		world,
	);
	return exitCode;
}
