import {mkdirSync, symlinkSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {git} from '../../demo/command.ts';
import {type Host, openHost} from '../../demo/host.ts';
import type {Stage} from '../../demo/stage.ts';
import {startGitServer} from '../../test/emulators/git-http.ts';
import {pullRequest, user} from '../../test/emulators/github/data.ts';
import type {Environment} from '../isolation.ts';
import type {ScreenName} from './steps.ts';

type Isolated = {cwd: string; env: Environment};
type Scene = Pick<Stage, 'demo' | 'folder'> & {place: Isolated};

/** The host of a walk, with a clone on the branch of the demo's pull request. */
export type Hosted = Pick<Host, 'gitHub' | 'close'> & {place: Isolated};

/** The hosts are on loopback, where no proxy leads to. */
const direct = {GIT_ALLOW_PROTOCOL: 'file:http', no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1'};

const withModel = {CR_LLM_ENABLED: 'true', CR_LLM_PRESET: 'ollama-local'};

/** The host of a screen; null if it needs none. */
export async function hostOf(screen: ScreenName, {demo, folder, place}: Scene): Promise<Hosted | null> {
	if (screen !== 'inbox' && screen !== 'watch') return null;
	const env = {...place.env, ...direct, ...withModel};
	const host = await openHost({demo, folder, place: {...place, env}, review: ''});
	const {gitHub, close} = host;
	const at = {cwd: host.place.cwd, env: {...env, ...gitHub.env}};
	if (screen === 'inbox') return withMore(host, {demo, folder, place: at});
	return {gitHub, close, place: {...at, env: {...at.env, GH_HOST: 'github.example.com'}}};
}

/** It also serves the repository, to read pull requests that are not checked out, and has more of them. */
async function withMore({gitHub, bare, close}: Host, {demo, folder, place}: Scene): Promise<Hosted> {
	const {headRefName, headRepository} = demo.pullRequest;
	const repository = headRepository.nameWithOwner;
	const link = join(folder, 'served', `${repository}.git`);
	mkdirSync(dirname(link), {recursive: true});
	symlinkSync(bare, link);
	const server = await startGitServer(join(folder, 'served'));
	for (const name of ['allowFilter', 'allowAnySHA1InWant'])
		await git(['-C', bare, 'config', `uploadpack.${name}`, 'true'], place);
	await git(['config', 'remote.origin.url', `${server.url}/${repository}.git`], place);
	await git(['config', 'protocol.http.allow', 'always'], place);

	const {pullRequests} = gitHub.world;
	const author = user('you');
	const page = (number: number) => `${server.url}/${repository}/pull/${number}`;
	for (const pull of pullRequests) Object.assign(pull, {author, url: page(pull.number)});
	const headRefOid = pullRequests[0]?.headRefOid ?? '';
	const seen = {commit: {oid: headRefOid}, originalCommit: {oid: headRefOid}};
	for (let number = 8; number < 16; number++) {
		const head = {headRefName, headRefOid, commits: [headRefOid]};
		const pull = pullRequest({...head, repository, number, author, url: page(number), title: `Part ${number}`});
		for (const line of [3, 5])
			pull.thread({path: 'README.md', line, body: 'Say more.\n\n```suggestion\nMore.\n```', ...seen});
		pullRequests.push(pull.data);
	}
	return {
		gitHub,
		place: {...place, env: {...place.env, GITHUB_SERVER_URL: server.url}},
		close: async () => {
			await Promise.all([close(), server.close()]);
		},
	};
}
