import type {GitAccess} from '../code-host/port.ts';
import type {Environment} from '../system/environment.ts';

/**
 * Variables that pass settings to one git process, after those that the user passes in the same variables (git-config). So
 * a token is in no argument and no file.
 */
export function settingsIn(env: Environment, settings: GitAccess['settings']): Environment {
	const given = Number(env.GIT_CONFIG_COUNT ?? 0);
	const first = Number.isSafeInteger(given) && given > 0 ? given : 0;
	const added = settings.flatMap(({name, value}, index) => [
		[`GIT_CONFIG_KEY_${first + index}`, name],
		[`GIT_CONFIG_VALUE_${first + index}`, value],
	]);
	return {...Object.fromEntries(added), GIT_CONFIG_COUNT: `${first + settings.length}`};
}
