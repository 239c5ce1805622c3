import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';
import {asArgument} from './origins.ts';
import {userSettingsPath} from './places.ts';
import type {Found, Setting} from './setting.ts';

/**
 * Rejects what the project's file, which comes with the pull request, must not set.
 * @param limit the value without it
 * @throws {Failure} usage `forbidden-setting`
 */
export function refuseInProject(setting: Setting, given: Found, limit: unknown, env: Environment): void {
	const {key, project} = setting;
	refuseUserOnly(setting, given.origin, env);
	if (project === 'lower' || project === 'higher') refuseLooser(setting, given, limit);
	if (project !== 'forbidden') return;
	const other = `${asArgument(setting, setting.kind.placeholder)} or --config <file>`;
	throw forbidden(
		`"${key}" is not allowed in the project's settings, which come with the pull request (${given.origin}).`,
		`Set "${key}" in your user settings (${userSettingsPath(env) ?? 'config.json'}), or pass ${other}.`,
	);
}

/** Rejects what only the user settings may set. @throws {Failure} usage `forbidden-setting` */
export function refuseUserOnly({key, project}: Setting, origin: string, env: Environment): void {
	if (project !== 'user-only') return;
	throw forbidden(
		`"${key}" is only allowed in your user settings (${origin}).`,
		`Set "${key}" in ${userSettingsPath(env) ?? 'config.json'}.`,
	);
}

/** The project may be stricter than the user, never looser. */
function refuseLooser(setting: Setting, {value, origin}: Found, limit: unknown): void {
	const {key, kind, project} = setting;
	const isLower = project === 'lower';
	if (isLower ? Number(value) <= Number(limit) : Number(value) >= Number(limit)) return;
	const [may, mayNot] = isLower ? ['lower', 'raise'] : ['raise', 'lower'];
	const refused =
		typeof limit === 'boolean'
			? `must not turn ${value === true ? 'on' : 'off'} "${key}"`
			: `may only ${may} "${key}", not ${mayNot} it from ${kind.show(limit)} to ${kind.show(value)}`;
	throw forbidden(
		`The project's settings, which come with the pull request, ${refused} (${origin}).`,
		`Remove it there, or pass ${asArgument(setting, kind.placeholder)}.`,
	);
}

const forbidden = (message: string, remedy: string) => new Failure('usage', 'forbidden-setting', message, remedy);
