import {type Git, outputOf} from './git.ts';

/** A setting of git, as `branch.main.remote`, and its value; without one it is `true` (git-config). */
export type GitSetting = readonly [name: string, value: string];

/** The settings with a name like this extended regular expression, in their order: the last one of a name applies. */
export async function readSettings(git: Git, pattern: string): Promise<GitSetting[]> {
	const listed = (await outputOf(git, 'config', '-z', '--get-regexp', pattern)) ?? '';
	return [...listed.matchAll(/([^\n\0]+)(?:\n([^\0]*))?\0/g)].map(([, name = '', value = 'true']) => [name, value]);
}

/** Whether a setting is on. */
export const isOn = (value = ''): boolean => /^(?:true|yes|on|[-+]?0*[1-9]\d*[kmg]?)$/i.test(value);
