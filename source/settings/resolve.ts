import {resolve} from 'node:path';
import {Failure} from '../failure.ts';
import {specOf} from '../llm/providers/registry.ts';
import type {Environment} from '../system/environment.ts';
import {readSettingsFile, type SettingsFile, settingsPlace} from './file.ts';
import {type Layer, settingWithKey} from './keys.ts';
import {isOfProject, type Origins, projectFile, userFile} from './origins.ts';
import {findProjectFile, findUserFile} from './places.ts';
import {aliasOf, meteredIds, type ProviderId, providerIds, withPreset} from './providers.ts';
import {readValue} from './read-value.ts';
import {withSet} from './set-flag.ts';
import type {Found, Setting} from './setting.ts';
import {type SettingName, type Settings, settingsOf, table} from './table.ts';
import {refuseInProject, refuseUserOnly} from './trusted.ts';

export type Sources = {
	/** Name of the command: only its settings are read, the others have their defaults. */
	command: string;
	cwd: string;
	env: Environment;
	/** Values from the command line; a list if the flag can be repeated. */
	flags: Readonly<Partial<Record<SettingName, string | readonly string[]>>>;
	/** The `key=value` of each `--set`. */
	set?: readonly string[];
	/** Origins of those that were not given as a flag: `argument [provider]`. */
	spelled?: Readonly<Record<string, string>>;
	/** The path in `--config`, which replaces the project file; relative to `cwd`. */
	configFile: string | null;
	/** The project file if it is not that of the repository that `cwd` is in; null for none. */
	project?: ProjectText | null;
};

/** A project file that was read elsewhere. */
export type ProjectText = {name: string /** Null if it is no regular text file. */; text: string | null};

export type ResolvedSettings = {
	values: Settings;
	origins: Origins;
	/** Why the user settings could not be read and are ignored; null if they are not. */
	unread: Failure | null;
	/** A file that is none of the project's settings, because its name lacks the dot; null if there is none. */
	misnamed: string | null;
};

/**
 * Resolves every setting to its value and origin: flag > environment > project file or `--config` > user settings >
 * default. Every source is checked, even if another one takes precedence.
 * Throws `Failure` usage: `unknown-setting`, `forbidden-setting`, `bad-value`, `contradiction`, and those of the files.
 */
export async function resolveSettings(sources: Sources): Promise<ResolvedSettings> {
	const asked = settingsOf(sources.command);
	const concerned = new Set(asked.map(([name]) => name));
	const {layer: user, unread} = await userLayer(asked, sources.env);
	const file = await fileLayer(asked, sources, user);
	const layers = [user, file.layer, environmentLayer(asked, sources.env), flagLayer(asked, sources)];
	const found: Layer = new Map();
	for (const layer of layers) {
		for (const [name, value] of withCompanions(layer, found)) found.set(name, value);
	}
	const provider = (found.get('llmProvider')?.value ?? null) as ProviderId | null;
	const workers = provider && workersFor(provider, layers);
	if (workers) found.set('maxWorkers', workers);
	const winners = settingsOf('config').map(([name, {default: value}]): [SettingName, Found] => [
		name,
		(concerned.has(name) && found.get(name)) || {value, origin: 'default'},
	]);
	return {
		values: Object.fromEntries(winners.map(([name, {value}]) => [name, value])) as Settings,
		origins: Object.fromEntries(winners.map(([name, {origin}]) => [name, origin])) as Origins,
		unread,
		misnamed: file.misnamed,
	};
}

/**
 * How many requests to send at once to a server that answers one after the other: as the user says, else one; null for other
 * providers. A project's file does not count: it does not know how many the server on the user's machine answers.
 * @param layers the strongest last
 */
function workersFor(provider: ProviderId, layers: readonly Layer[]): Found | null {
	if (!specOf(provider).serial) return null;
	const given = layers.flatMap(layer => layer.get('maxWorkers') ?? []);
	const own = given.findLast(({origin}) => !isOfProject(origin));
	return own ?? {value: 1, origin: `default with ${aliasOf(provider)}`};
}

/** Settings that belong to one provider and must not be used with another, with the test for that provider. */
const companions = [
	{name: 'llmModel', of: providerIds},
	{name: 'llmBaseUrl', of: providerIds},
	{name: 'llmApiKey', of: meteredIds},
] as const;

/**
 * A preset sets the provider and the model, unless they are set next to it. If a layer sets another provider than a
 * weaker layer, the weaker layer's values for its provider are dropped.
 */
function withCompanions(layer: Layer, under: Layer): Layer {
	const result = new Map(layer);
	const preset = layer.get('llmPreset');
	const meant = preset && withPreset(String(preset.value));
	if (meant) {
		const {
			id: provider,
			preset: {alias, tier},
		} = meant;
		const named = result.get('llmProvider') ?? {value: provider, origin: preset.origin};
		if (named.value !== provider && layer.has('llmProvider')) throw contradiction(preset, alias, named);
		result.set('llmProvider', named);
		if (named.value === provider && !layer.has('llmModel')) {
			result.set('llmModel', {value: tier, origin: preset.origin});
		}
	}
	const [chosen, before] = [result.get('llmProvider'), under.get('llmProvider')];
	if (!chosen || !before || chosen.value === before.value) return result;
	for (const {name, of} of companions) {
		if (result.has(name) || !of.some(id => id === before.value)) continue;
		result.set(name, {value: table[name].default, origin: 'default'});
	}
	return result;
}

/** A user who sets a private provider and forgets a conflicting preset must not have their code sent away. */
function contradiction(preset: Found, name: string, provider: Found): Failure {
	return new Failure(
		'usage',
		'contradiction',
		`The preset ${name} (${preset.origin}) contradicts the provider ${aliasOf(String(provider.value))} (${provider.origin}).`,
		'Remove one of them. To choose another model of a provider, pass --llm-model.',
	);
}

function flagLayer(asked: [SettingName, Setting][], {flags, spelled, set = [], command, env}: Sources): Layer {
	const passed = layerOf(asked, ([name, {flag}]) => ({
		raw: flag === null ? undefined : flags[name],
		origin: spelled?.[name] ?? `flag ${flag}`,
		subject: spelled?.[name] === undefined ? `${flag}` : `The ${spelled[name]}`,
	}));
	const layer = withSet(passed, set, {asked, command, env});
	// Setting a provider for this one command also turns models on.
	const named = layer.get('llmPreset') ?? layer.get('llmProvider');
	if (named && !layer.has('llmEnabled')) layer.set('llmEnabled', {value: true, origin: named.origin});
	return layer;
}

function environmentLayer(asked: [SettingName, Setting][], env: Sources['env']): Layer {
	// Setting a variable to an empty text is a common way to unset it.
	return layerOf(asked, ([, {variable}]) => ({
		raw: (variable !== null && env[variable]) || undefined,
		origin: `environment ${variable}`,
		subject: `${variable}`,
	}));
}

function layerOf(
	asked: [SettingName, Setting][],
	look: (row: [SettingName, Setting]) => {raw: unknown; origin: string; subject: string},
): Layer {
	return new Map(
		asked.flatMap(row => {
			const {raw, origin, subject} = look(row);
			return raw === undefined ? [] : [[row[0], {value: readValue(row[1], raw, subject), origin}] as const];
		}),
	);
}

async function fileLayer(
	asked: [SettingName, Setting][],
	{configFile, project, cwd, env}: Sources,
	user: Layer,
): Promise<{layer: Layer} & Pick<ResolvedSettings, 'misnamed'>> {
	if (configFile !== null) {
		const check: Check = (setting, {origin}) => refuseUserOnly(setting, origin, env);
		const file = {path: resolve(cwd, configFile), label: configFile};
		return {layer: await entriesLayer(file, 'file ', check), misnamed: null};
	}
	// The pull request's file must not be able to stop a command that it does not configure, such as `undo`.
	if (!asked.some(([, {project}]) => project === 'allowed')) return {layer: new Map(), misnamed: null};
	const given = project && {path: project.name, label: project.name, text: project.text};
	const {file, misnamed} = given === undefined ? await findProjectFile(cwd) : {file: given, misnamed: null};
	if (file === null) return {layer: new Map(), misnamed};
	const layer = await entriesLayer(file, projectFile, (setting, value, name) => {
		refuseInProject(setting, value, user.get(name)?.value ?? setting.default, env);
	});
	return {layer, misnamed};
}

/** A command that needs only log settings to begin continues without a broken user file, so that a run can always be undone. */
async function userLayer(
	asked: [SettingName, Setting][],
	env: Sources['env'],
): Promise<{layer: Layer; unread: Failure | null}> {
	const path = await findUserFile(env);
	if (path === null) return {layer: new Map(), unread: null};
	try {
		return {layer: await entriesLayer({path, label: path}, userFile), unread: null};
	} catch (error) {
		const isSpare = asked.every(([, {commands, forWrites}]) => commands === 'all' || forWrites);
		if (!isSpare || !(error instanceof Failure)) throw error;
		return {layer: new Map(), unread: error};
	}
}

type Check = (setting: Setting, found: Found, name: SettingName) => void;

/** @param kind of the file, in front of its name */
async function entriesLayer(file: SettingsFile, kind: string, check: Check = () => {}): Promise<Layer> {
	const layer: Layer = new Map();
	for (const {key, value, line} of await readSettingsFile(file)) {
		const origin = `${kind}${settingsPlace(file, line)}`;
		const [name, setting] = settingWithKey(key, origin);
		const member = setting.member && {name: key.slice(setting.key.length + 1), value, origin};
		const read = readValue(setting, member ?? value, `${member ? key : setting.key} (${origin})`, value);
		// The origin of a section is that of its first member.
		const before = member && layer.get(name);
		const found = before ? {...before, value: Object.assign({}, before.value, read)} : {value: read, origin};
		check(setting, found, name);
		layer.set(name, found);
	}
	return layer;
}
