import type {Dirent} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {Failure} from '../failure.ts';
import {type Environment, homeFolder} from '../system/environment.ts';
import {ifMissing} from '../system/errors.ts';
import {folderName, nameOfFolder} from '../system/folder-name.ts';
import {throwUnreadable} from './journal.ts';

/** A pull request on a code host. */
export type HostedPullRequest = {host: string; owner: string; repo: string; number: number};

/** The folder with the records of the runs on a pull request that were made without a checkout, which may not exist yet. */
export type StateRecords = {
	/** Absolute path. */
	folder: string;
	pullRequest: HostedPullRequest;
};

/** @throws {Failure} usage `no-state-folder` if the environment has no home */
export function stateRecordsOf({host, owner, repo, number}: HostedPullRequest, env: Environment): StateRecords {
	const home = homeFolder('state', env);
	if (home === null) throw noStateFolder();
	// The host compares these names without case.
	const pullRequest = {host: host.toLowerCase(), owner: owner.toLowerCase(), repo: repo.toLowerCase(), number};
	const names = [pullRequest.host, pullRequest.owner, pullRequest.repo];
	return {folder: join(home, ...names.map(folderName), `${number}`), pullRequest};
}

/** Those of all pull requests, in no order; none without a home. */
export async function listStateRecords(env: Environment): Promise<StateRecords[]> {
	const home = homeFolder('state', env);
	if (home === null) return [];
	let found: string[][] = [[]];
	for (let depth = 0; depth < 4; depth += 1) found = (await Promise.all(found.map(names => below(home, names)))).flat();
	return found.flatMap(names => {
		const [host, owner, repo, number] = names.map(nameOfFolder);
		if (!host || !owner || !repo || !/^[1-9]\d*$/.test(number ?? '')) return [];
		return [{folder: join(home, ...names), pullRequest: {host, owner, repo, number: Number(number)}}];
	});
}

async function below(home: string, names: readonly string[]): Promise<string[][]> {
	const entries: Dirent[] = await readdir(join(home, ...names), {withFileTypes: true})
		.catch(ifMissing([]))
		.catch((error: unknown) => throwUnreadable(error, join(home, ...names)));
	return entries.filter(entry => entry.isDirectory()).map(({name}) => [...names, name]);
}

const noStateFolder = () =>
	new Failure(
		'usage',
		'no-state-folder',
		'There is no folder for the record of a run without a checkout: neither XDG_STATE_HOME nor HOME is set.',
		'Set HOME.',
	);
