import {onTestFinished} from 'vitest';
import type {FleetReport} from '../../../source/run/fleet/fleet-report.ts';
import {bot, pullRequest, user} from '../../emulators/github/data.ts';
import type {RepositoryData} from '../../emulators/github/records.ts';
import {type GitHubOptions, startGitHub} from '../../emulators/github/server.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {plainFolder} from '../../helpers/work-tree.ts';

export const now = Date.parse('2026-03-08T10:00:00Z');

type Pull = {repository: string; number: number; threads?: number; author?: string; updatedAt?: string; title?: string};

/** An open pull request that has a comment unless it is to have none. */
export function pull({repository, number, threads = 1, author = 'ada', ...more}: Pull, data: object = {}) {
	const made = pullRequest({repository, number});
	for (let index = 0; index < threads; index += 1)
		made.thread({path: 'a.ts', line: 1, body: 'Why?', author: bot('coderabbitai')});
	Object.assign(made.data, {author: user(author), ...more, ...data});
	return made;
}

/** The program in a folder without a clone, and a host with these pull requests. */
export async function fleetOf(
	pullRequests: ReturnType<typeof pullRequest>[],
	options: Omit<GitHubOptions, 'pullRequests'> & {repositories?: RepositoryData[]} = {},
) {
	const host = await startGitHub({...options, pullRequests});
	onTestFinished(host.close);
	const outside = plainFolder();
	const fleet = async (...args: string[]) => {
		const {code, stdout, stderr} = await outside.call(['fleet', ...args], {env: host.env, clock: virtualClock(now)});
		return {code, stdout, stderr, report: () => JSON.parse(stdout) as FleetReport};
	};
	return {host, outside, fleet};
}

export const namesIn = ({pullRequests}: FleetReport) =>
	pullRequests.map(({repository, number}) => `${repository}#${number}`);
