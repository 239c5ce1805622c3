import {type SettingName, table} from './table.ts';

/** Where each value comes from, in words: `flag --mode`, `environment CR_MODE`, `project file .pr-resolve.yaml:3`, `default`. */
export type Origins = Readonly<Record<SettingName, string>>;

export const projectFile = 'project file ';

/** Whether a value comes from the pull request. */
export const isOfProject = (origin: string) => origin.startsWith(projectFile);

/** The flags of those settings that were typed on the command line. */
export const typedFlags = (names: readonly SettingName[], {origins}: {origins: Origins}): string[] =>
	names.flatMap(name => {
		const flag = table[name]?.flag ?? null;
		return flag !== null && origins[name] === `flag ${flag}` ? [flag] : [];
	});

/** Whether the setting was typed as its flag. */
export const isTyped = (name: SettingName, given: {origins: Origins}): boolean => typedFlags([name], given).length > 0;
