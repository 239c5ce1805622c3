import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';
import {isObject, type JsonObject} from '../system/json.ts';
import {readSettingsFile} from './file.ts';
import {canonical} from './keys.ts';
import {findUserFile, userSettingsPath} from './places.ts';
import {type SettingName, type Settings, settingsOf} from './table.ts';
import {rewriteUserFile} from './user-file.ts';

/** New values; null removes a setting. A setting with a secret can only be removed. */
export type Changes = {readonly [Name in Exclude<SettingName, 'llmApiKey'>]?: Settings[Name] | null} & {
	readonly llmApiKey?: null;
};

export type Saved = {
	path: string;
	/** Keys of settings that existed and were removed. */
	removed: string[];
};

/**
 * Writes settings to the user settings file and keeps its other content.
 * @throws {Failure} usage `bad-settings-file` if it cannot be read; failed `no-home`, `not-writable`
 */
export async function saveSettings(changes: Changes, env: Environment): Promise<Saved> {
	const path = userSettingsPath(env);
	if (path === null) {
		const remedy = 'Set HOME, or pass the settings as flags or variables.';
		throw new Failure('failed', 'no-home', 'Cannot save settings: neither HOME nor XDG_CONFIG_HOME is set.', remedy);
	}
	const there = (await findUserFile(env)) === null ? [] : await readSettingsFile({path, label: path});
	const keys = new Map<string, string>(settingsOf('config').map(([name, {key}]) => [name, key]));
	const given = Object.entries(changes).map(([name, value]) => [keys.get(name) ?? name, value] as const);
	await rewriteUserFile(path, content =>
		given.reduce((result, [key, value]) => {
			const rest = without(result, key);
			return value === null ? rest : withValue(rest, key.split('.'), value);
		}, content),
	);
	const had = new Set(there.map(({key}) => canonical(key)));
	return {path, removed: given.flatMap(([key, value]) => (value === null && had.has(key) ? [key] : []))};
}

/** A setting can be in nested sections or under a name with dots, and some have synonyms. */
function without(content: JsonObject, key: string, section = ''): JsonObject {
	return Object.fromEntries(
		Object.entries(content).flatMap(([name, value]) => {
			const path = section + name;
			if (canonical(path) === key) return [];
			if (!isObject(value)) return [[name, value]];
			const rest = without(value, key, `${path}.`);
			// A section without settings would be read as a setting.
			return Object.keys(rest).length > 0 ? [[name, rest]] : [];
		}),
	);
}

function withValue(content: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
	const section = content[name];
	return {...content, [name]: rest.length === 0 ? value : withValue(isObject(section) ? section : {}, rest, value)};
}
