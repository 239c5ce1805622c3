import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {bot, type PullRequestInit} from '../../emulators/github/data.ts';
import type {Review} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {servingInbox} from '../inbox/serving.ts';

const coderabbit = {author: bot('coderabbitai')};

/** A suggestion, and a comment in words. */
const reviewed = (review: Review) =>
	review
		.suggest('src/list.txt', 2, ['item two'], coderabbit)
		.comment('src/other.txt', 1, 'Say what this entry is for.', coderabbit);

/** A merged pull request of acme/api with two findings. */
export const ended = (number: number, init: PullRequestInit = {}) => ({
	...{repository: 'acme/api', number, state: 'MERGED', updatedAt: `2026-03-0${1 + (number % 7)}T10:00:00Z`},
	review: reviewed,
	...init,
});

/** `stats` on a host that has these pull requests and serves their repositories to git. */
export async function countingOf(...[pulls, options]: Parameters<typeof servingInbox>) {
	const clock = virtualClock(Date.parse('2026-03-08T12:00:00Z'));
	const served = await servingInbox(pulls, {now: clock.now, ...options});
	const {outside, env, host} = served;
	const folder = join(outside.env.XDG_STATE_HOME ?? '', 'pr-resolve', 'stats');
	/** What is kept, by its file. */
	const kept = () => {
		const names = existsSync(folder) ? readdirSync(folder, {recursive: true, encoding: 'utf8'}) : [];
		const files = names.filter(name => name.endsWith('.json')).map(name => readFileSync(join(folder, name), 'utf8'));
		return files.map((text): {counted: {number: number}} => JSON.parse(text));
	};
	/** Ids of the pull requests that were read whole since then. */
	const readSince = (from: number): string[] =>
		host.requests
			.slice(from)
			.filter(({operation}) => operation === 'WholePullRequests' || operation === 'WholePullRequest')
			.flatMap(({variables: {ids, id}}) => (Array.isArray(ids) ? ids : [id]).map(String));
	/** Runs it in the process of the test. */
	const stats = async (...args: string[]) => {
		const from = host.requests.length;
		const {code, stdout, stderr} = await outside.call(['stats', ...args], {env, clock});
		return {code, stdout, stderr, read: readSince(from).length, requests: host.requests.length - from};
	};
	return {...served, folder, kept, readSince, stats};
}
