import {isAbsolute, join} from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

const homes = {
	config: {variable: 'XDG_CONFIG_HOME', usual: ['.config']},
	state: {variable: 'XDG_STATE_HOME', usual: ['.local', 'state']},
	cache: {variable: 'XDG_CACHE_HOME', usual: ['.cache']},
} as const;

/**
 * pr-resolve's folder for settings, state or a cache; null if the environment has no home.
 * Source: XDG Base Directory Specification, which ignores relative paths.
 */
export function homeFolder(kind: keyof typeof homes, env: Environment): string | null {
	const {variable, usual} = homes[kind];
	const named = env[variable];
	if (named && isAbsolute(named)) return join(named, 'pr-resolve');
	return env.HOME ? join(env.HOME, ...usual, 'pr-resolve') : null;
}
