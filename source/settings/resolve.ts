import {basename, resolve} from 'node:path';
import {Failure} from '../failure.ts';
import {readSettingsFile} from './file.ts';
import type {Entry} from './formats/entry.ts';
import {nearMiss} from './near-miss.ts';
import {findProjectFile, findUserFile, userSettingsPath} from './places.ts';
import {type Setting, type SettingName, type Settings, settingsOf, table} from './table.ts';

export type Sources = {
	/** Name of the command: only the settings that concern it are looked up, the others have their defaults. */
	command: string;
	cwd: string;
	env: Readonly<Record<string, string | undefined>>;
	/** Texts given on the command line; a list where the flag can be repeated. */
	flags: Readonly<Partial<Record<SettingName, string | readonly string[]>>>;
	/** What `--config` names, instead of the project file; relative to `cwd`. */
	configFile: string | null;
};

export type ResolvedSettings = {
	values: Settings;
	/** In words: `flag --mode`, `environment CR_MODE`, `project file .pr-resolve.yaml:3`, `default`. */
	origins: Record<SettingName, string>;
};

type Found = {value: unknown; origin: string};
type Layer = Map<SettingName, Found>;

/**
 * The value of every setting and where it came from: flag > environment > project file or `--config` > user settings >
 * default. Every source is checked, also where a stronger one wins.
 * Throws `Failure` usage: `unknown-setting`, `forbidden-setting`, `bad-value`, and those of the files.
 */
export async function resolveSettings(sources: Sources): Promise<ResolvedSettings> {
	const asked = settingsOf(sources.command);
	const layers = [
		flagLayer(asked, sources.flags),
		environmentLayer(asked, sources.env),
		await fileLayer(asked, sources),
		await userLayer(sources.env),
	];
	const names = Object.keys(table) as SettingName[];
	const concerned = new Set(asked.map(([name]) => name));
	const found = names.map((name): [SettingName, Found] => {
		const winner = concerned.has(name) ? layers.find(layer => layer.has(name))?.get(name) : undefined;
		return [name, winner ?? {value: table[name].default, origin: 'default'}];
	});
	return {
		values: Object.fromEntries(found.map(([name, {value}]) => [name, value])) as Settings,
		origins: Object.fromEntries(found.map(([name, {origin}]) => [name, origin])) as Record<SettingName, string>,
	};
}

function flagLayer(asked: [SettingName, Setting][], flags: Sources['flags']): Layer {
	return layerOf(asked, ([name, {flag}]) => ({raw: flags[name], origin: `flag ${flag}`}));
}

function environmentLayer(asked: [SettingName, Setting][], env: Sources['env']): Layer {
	// An empty variable is a common way to unset one.
	return layerOf(asked, ([, {variable}]) => ({raw: env[variable] || undefined, origin: `environment ${variable}`}));
}

function layerOf(
	asked: [SettingName, Setting][],
	look: (row: [SettingName, Setting]) => {raw: unknown; origin: string},
): Layer {
	return new Map(
		asked.flatMap(row => {
			const {raw, origin} = look(row);
			return raw === undefined ? [] : [[row[0], {value: readValue(row[1], raw, origin), origin}] as const];
		}),
	);
}

async function fileLayer(asked: [SettingName, Setting][], {configFile, cwd, env}: Sources): Promise<Layer> {
	if (configFile !== null) {
		const file = {path: resolve(cwd, configFile), label: configFile};
		return entriesLayer(await readSettingsFile(file), `file ${configFile}`);
	}
	// What comes with a pull request must not be able to stop a command that it has no say in, such as `undo`.
	if (!asked.some(([, {project}]) => project === 'allowed')) return new Map();
	const project = await findProjectFile(cwd);
	if (project === null) return new Map();
	const label = basename(project.path);
	const entries = await readSettingsFile({path: project.path, label, within: project.root});
	return entriesLayer(entries, `project file ${label}`, (setting, origin) => refuseForbidden(setting, origin, env));
}

async function userLayer(env: Sources['env']): Promise<Layer> {
	const path = await findUserFile(env);
	return path === null ? new Map() : entriesLayer(await readSettingsFile({path, label: path}), `user settings ${path}`);
}

function entriesLayer(
	entries: Entry[],
	source: string,
	check: (setting: Setting, origin: string) => void = () => {},
): Layer {
	return new Map(
		entries.map(({key, value, line}) => {
			const origin = line === null ? source : `${source}:${line}`;
			const [name, setting] = settingWithKey(key, origin);
			check(setting, origin);
			return [name, {value: readValue(setting, value, origin), origin}];
		}),
	);
}

function settingWithKey(key: string, origin: string): [SettingName, Setting] {
	const all = settingsOf('config');
	const row = all.find(([, setting]) => setting.key === key);
	if (row !== undefined) return row;
	const keys = all.map(([, setting]) => setting.key);
	const guess = nearMiss(key, keys);
	const remedy = `${guess === null ? '' : `Did you mean "${guess}"? `}Settings: ${keys.join(', ')}.`;
	throw new Failure('usage', 'unknown-setting', `There is no setting "${key}" (${origin}).`, remedy);
}

function refuseForbidden({key, flag, project}: Setting, origin: string, env: Sources['env']): void {
	if (project === 'allowed') return;
	throw new Failure(
		'usage',
		'forbidden-setting',
		`"${key}" must not be set in the project's settings, which come with the pull request (${origin}).`,
		`Set "${key}" in your user settings (${userSettingsPath(env) ?? 'config.json'}), or pass ${flag} or --config <file>.`,
	);
}

function readValue({key, kind}: Setting, raw: unknown, origin: string): unknown {
	const value = kind.read(raw);
	if (value !== undefined) return value;
	const text = typeof raw === 'string' ? `"${raw}"` : JSON.stringify(raw);
	const given = text.length > 80 ? `${text.slice(0, 80)}...` : text;
	const guess = typeof raw === 'string' ? nearMiss(raw, kind.choices) : null;
	throw new Failure(
		'usage',
		'bad-value',
		`${given} is not accepted for ${key} (${origin}).`,
		`${guess === null ? '' : `Did you mean "${guess}"? `}Accepted: ${kind.accepted}.`,
	);
}
