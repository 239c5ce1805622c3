import type {ExitCode} from '../exit-code.ts';
import type {SetupWorld} from '../run/setup/draft.ts';
import type {Settings} from '../settings/table.ts';
import {keysWith} from './app/own-keys.ts';
import type {Screen} from './drawn-app.ts';
import {keymap} from './setup/keymap.ts';
import {setupApp} from './setup/setup-app.ts';
import type {Action, Effect, SetupState} from './setup/state.ts';
import {startApp} from './start.tsx';

/** Shows the wizard until the user quits; returns the exit code. @throws as `startApp` */
export async function startSetup(
	settings: Settings,
	screen: Screen,
	world: SetupWorld,
	isAgain: boolean,
): Promise<ExitCode> {
	const keys = keysWith(keymap, 'keys.setup', screen.keys);
	const load = async () => (await import('./setup/app.tsx')).SetupApp;
	const app = {...setupApp(settings, keys, world, isAgain), load, isKeyByKey: true};
	const {exitCode} = await startApp<SetupState, Action, Effect>(app, screen, world);
	return exitCode;
}
