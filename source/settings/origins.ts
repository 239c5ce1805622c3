import type {Setting} from './setting.ts';
import {type SettingName, table} from './table.ts';

/** Sets any setting for one command. */
export const setFlag = '--set';
export const setOrigin = `flag ${setFlag}`;

/** How a setting is passed on the command line: `--mode all`, `--set llm.confidence=0.7`. */
export const asArgument = ({flag, key}: Pick<Setting, 'flag' | 'key'>, value: string): string =>
	flag === null ? `${setFlag} ${key}=${value}` : `${flag} ${value}`.trim();

/** Where each value comes from, in words: `flag --mode`, `environment CR_MODE`, `project file .pr-resolve.yaml:3`, `default`. */
export type Origins = Readonly<Record<SettingName, string>>;

export const projectFile = 'project file ';

export const userFile = 'user settings ';

/** Whether a value comes from the settings that setup saves. */
export const isOfUser = (origin: string) => origin.startsWith(userFile);

/** Whether a value comes from the pull request. */
export const isOfProject = (origin: string) => origin.startsWith(projectFile);

/** The arguments of those settings that were typed on the command line: `--mode`, `--set split`. */
export const typedFlags = (names: readonly SettingName[], {origins}: {origins: Origins}): string[] =>
	names.flatMap(name => {
		const {flag = null, key = ''} = table[name] ?? {};
		if (origins[name] === setOrigin) return [`${setFlag} ${key}`];
		return flag !== null && origins[name] === `flag ${flag}` ? [flag] : [];
	});

export const isTyped = (name: SettingName, given: {origins: Origins}): boolean => typedFlags([name], given).length > 0;
