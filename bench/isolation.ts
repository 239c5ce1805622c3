import {mkdirSync, mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {devNull, tmpdir} from 'node:os';
import {join} from 'node:path';

export type Environment = Record<string, string>;

/** Runs `work` with a new folder, which is deleted afterwards. */
export async function withFolder<Result>(work: (folder: string) => Result | Promise<Result>): Promise<Result> {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pr-resolve-bench-')));
	try {
		return await work(folder);
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

const nowhere = 'http://127.0.0.1:9';
const moment = '2024-01-01T00:00:00Z';

/**
 * Makes an empty home and returns an environment with only that: no settings of the user or the machine, no token, no
 * network, and reproducible commits.
 *
 * @param searchPath `PATH`, for git
 */
export function isolate(home: string, searchPath: string): Environment {
	rmSync(home, {recursive: true, force: true});
	mkdirSync(join(home, 'tmp'), {recursive: true});
	const proxies = ['http_proxy', 'https_proxy', 'all_proxy'].flatMap(name => [name, name.toUpperCase()]);
	return {
		PATH: searchPath,
		HOME: home,
		TMPDIR: join(home, 'tmp'),
		TZ: 'UTC',
		LC_ALL: 'C.UTF-8',
		TERM: 'dumb',
		NO_COLOR: '1',
		...Object.fromEntries(proxies.map(name => [name, nowhere])),
		GIT_CONFIG_NOSYSTEM: '1',
		GIT_CONFIG_GLOBAL: devNull,
		GIT_TERMINAL_PROMPT: '0',
		GIT_ALLOW_PROTOCOL: 'none',
		GIT_AUTHOR_NAME: 'Bench',
		GIT_AUTHOR_EMAIL: 'bench@example.com',
		GIT_AUTHOR_DATE: moment,
		GIT_COMMITTER_NAME: 'Bench',
		GIT_COMMITTER_EMAIL: 'bench@example.com',
		GIT_COMMITTER_DATE: moment,
	};
}
