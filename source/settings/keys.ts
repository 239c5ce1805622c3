import {Failure} from '../failure.ts';
import {nearMiss} from './near-miss.ts';
import {providerNamed} from './providers.ts';
import type {Found, Setting} from './setting.ts';
import {type SettingName, settingsOf} from './table.ts';

/** What one source sets. */
export type Layer = Map<SettingName, Found>;

/** The setting with a key in a source. @throws {Failure} usage `unknown-setting` */
export function settingWithKey(key: string, origin: string): [SettingName, Setting] {
	const all = settingsOf('config');
	const row = all.find(([, setting]) =>
		setting.member ? key.startsWith(`${setting.key}.`) : setting.key === canonical(key),
	);
	if (row !== undefined) return row;
	const within = all.find(([, setting]) => `${setting.key}.`.startsWith(`${key}.`));
	if (within) {
		const message = `"${key}" is a section, not a setting (${origin}).`;
		const {key: example, member} = within[1];
		const name = member ? `${example}.${member}` : example;
		const remedy = `Set the keys in it, such as "${name}". All keys: pr-resolve config --help`;
		throw new Failure('usage', 'unknown-setting', message, remedy);
	}
	const keys = all.map(([, setting]) => setting.key);
	// Its section may have been forgotten.
	const guess = keys.find(other => other.endsWith(`.${key}`)) ?? nearMiss(key, keys);
	// `config` itself would fail at the same key.
	const remedy = `${guess === null ? '' : `Did you mean "${guess}"? `}All keys: pr-resolve config --help`;
	throw new Failure('usage', 'unknown-setting', `There is no setting "${key}" (${origin}).`, remedy);
}

/** `llm.providers.ollama.model` is the same as `llm.providers.local.model`. */
export const canonical = (key: string) =>
	key.replace(/(?<=^llm\.providers\.)[^.]+(?=\.)/, word => providerNamed(word) ?? word);
