import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';
import {someNames} from '../text/sentences.ts';
import {type Layer, settingWithKey} from './keys.ts';
import {setFlag, setOrigin} from './origins.ts';
import {readValue} from './read-value.ts';
import type {Setting} from './setting.ts';
import type {SettingName} from './table.ts';
import {refuseUserOnly} from './trusted.ts';

type Asked = {
	/** The settings of the command. */
	asked: readonly [SettingName, Setting][];
	command: string;
	env: Environment;
};

/**
 * The values of flags with those of each `--set key=value`. Several for the same key make a list.
 * @throws {Failure} usage
 */
export function withSet(flags: Layer, pairs: readonly string[], {asked, command, env}: Asked): Layer {
	const texts = new Map<string, string[]>();
	for (const pair of pairs) {
		const [, key, text] = /^([^=\s]+)=(.*)$/s.exec(pair) ?? [];
		if (key === undefined || text === undefined) {
			const remedy = `Pass a key and a value, such as ${setFlag} mode=all.`;
			throw new Failure('usage', 'bad-value', `${setFlag} does not accept "${pair}".`, remedy);
		}
		texts.set(key, [...(texts.get(key) ?? []), text]);
	}
	const layer = new Map(flags);
	for (const [key, given] of texts) {
		const [name, setting] = settingWithKey(key, setOrigin);
		refuseSecret(setting);
		refuseUserOnly(setting, setOrigin, env);
		if (!asked.some(([known]) => known === name)) throw notUsed(setting, command);
		const isList = Array.isArray(setting.default);
		if (given.length > 1 && !isList)
			throw new Failure('usage', 'repeated-flag', `${setFlag} ${key} appears more than once.`, 'Pass it once.');
		const other = layer.get(name);
		if (other) {
			const message = `${setFlag} ${key} sets the same as the ${other.origin}.`;
			throw new Failure('usage', 'contradiction', message, 'Pass only one of them.');
		}
		layer.set(name, {
			value: readValue(setting, isList ? given : given[0], `${setFlag} ${key}`),
			origin: setOrigin,
		});
	}
	return layer;
}

/** Other users can see arguments. */
function refuseSecret({key, kind, variable}: Setting): void {
	if (!kind.isSecret) return;
	const message = `${setFlag} does not accept the secret "${key}", because other users can see arguments.`;
	throw new Failure('usage', 'forbidden-setting', message, `Set the variable ${variable}.`);
}

function notUsed({key, commands}: Setting, command: string): Failure {
	return new Failure(
		'usage',
		'unknown-setting',
		`${command} does not use the setting "${key}".`,
		`It is a setting of ${someNames([commands].flat())}. See: pr-resolve help ${command}`,
	);
}
