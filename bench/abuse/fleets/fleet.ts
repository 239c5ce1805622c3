import {cpSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {startGitServer} from '../../../test/emulators/git-http.ts';
import {bot, pullRequest, user} from '../../../test/emulators/github/data.ts';
import {type GitHub, startGitHub} from '../../../test/emulators/github/server.ts';
import type {Environment} from '../../isolation.ts';
import {runGit} from '../closing/hosted-clone.ts';
import {suggest} from '../closing/suggest.ts';
import type {Random} from '../random.ts';
import type {Program} from '../review-of-files.ts';
import {type FileOf, makeReviewedTree} from '../reviewed-tree.ts';
import {type SharedClock, startSharedClock} from '../shared-clock.ts';
import {type Followed, follow, newWrites, targetOf} from '../watches/followed.ts';
import {files, ownHome, type Watched} from '../watches/watched.ts';

/** Pull requests of several repositories on one host. */
export type Fleet = Pick<Watched, 'random' | 'past' | 'fail' | 'onMoment' | 'folder' | 'gitHub' | 'env' | 'close'> & {
	pulls: Followed[];
	clock: SharedClock;
	/** Node ids of pull requests that are in a report of a whole fleet. */
	reported: Set<string>;
	/** A process of the program begins. */
	begin: () => void;
	processes: number;
};

const repositories = 6;
const pullsOfEach = 10;

/** Makes the repository once, of which all are copies. */
export function makeTemplate({folder, env}: Program): {bare: string; base: string} {
	const contents: Record<string, FileOf> = files;
	const {root} = makeReviewedTree(join(folder, 'template'), env, contents, []);
	const bare = join(folder, 'template.git');
	runGit(folder, env, 'clone', '--quiet', '--bare', root, bare);
	for (const setting of ['allowFilter', 'allowAnySHA1InWant'])
		runGit(bare, env, 'config', `uploadpack.${setting}`, 'true');
	return {bare, base: runGit(root, env, 'rev-parse', 'HEAD')};
}

export async function setFleet(
	folder: string,
	{bare: template, base}: ReturnType<typeof makeTemplate>,
	given: Environment,
	random: Random,
): Promise<Fleet> {
	const clock = await startSharedClock();
	const git = await startGitServer(folder);
	const env = ownHome({...given, GIT_ALLOW_PROTOCOL: 'http', no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1'}, folder);
	const named = Array.from({length: repositories}, (_, index) => {
		const nameWithOwner = `acme/app-${index + 1}`;
		const bare = join(folder, `${nameWithOwner}.git`);
		cpSync(template, bare, {recursive: true});
		return {nameWithOwner, folder: bare};
	});
	const pulls = named.flatMap(({nameWithOwner: repository, folder: bare}, index) =>
		Array.from({length: pullsOfEach}, (_, at) => {
			const number = index * pullsOfEach + at + 1;
			const headRefName = `change-${number}`;
			writeFileSync(join(bare, 'refs/heads', headRefName), `${base}\n`);
			const pull = pullRequest({repository, number, headRefName, headRefOid: base, author: user('author')});
			for (const path of Object.keys(files)) pull.file(path);
			for (let count = random.below(4); count > 0; count -= 1) comment(pull, base, random);
			return follow(pull, {bare, env, random, now: clock.now});
		}),
	);
	const gitHub = await startGitHub({
		pullRequests: pulls.map(({pull}) => pull),
		repositories: named,
		...{points: 1_000_000, now: clock.now, onAnswer: () => onAnswer()},
	});
	const news = newWrites(gitHub);
	const fleet: Fleet = {
		...{
			pulls,
			clock,
			random,
			folder,
			gitHub,
			past: [],
			reported: new Set(),
			processes: 0,
			onMoment() {},
			fail: gitHub.faults.next,
		},
		env: {...env, ...gitHub.env, GITHUB_SERVER_URL: git.url},
		begin() {
			fleet.processes += 1;
			for (const one of pulls) one.processes += 1;
		},
		async close() {
			await Promise.all([gitHub.close(), git.close(), clock.close()]);
		},
	};
	const onAnswer = () => {
		for (const write of news()) {
			for (const one of pulls) one.look();
			const target = targetOf(write);
			pulls.find(({pull: {data}}) => target === data.id || hasNode(data, target))?.note(write);
		}
		fleet.onMoment();
	};
	return fleet;
}

const hasNode = ({reviewThreads, comments}: GitHub['world']['pullRequests'][number], id: string): boolean =>
	comments.some(one => one.id === id) ||
	reviewThreads.some(one => one.id === id || one.comments.some(within => within.id === id));

/** A suggestion of any kind, or a remark. */
function comment(pull: Followed['pull'], commit: string, random: Random): void {
	const number = pull.data.reviewThreads.length + 1;
	const line = 1 + random.below(20);
	const old = `item ${line}`;
	const by = random.pick([bot('coderabbitai'), bot('coderabbitai'), bot('gemini-code-assist'), user('ann')]);
	const replacement = [random.next() < 0.2 ? old : `better ${line}.${number}`];
	const id = `${pull.data.id}_${number}`;
	const seen = {commit, lines: [line, line] as const, shown: [old]};
	if (random.next() < 0.15)
		pull.thread({
			id,
			path: 'list.txt',
			line,
			body: 'Please explain.',
			author: by,
			commit: {oid: commit},
			originalCommit: {oid: commit},
		});
	else suggest(pull, {id, number: `${pull.data.number}${number}`, path: 'list.txt', ...seen, replacement, author: by});
	if (random.next() < 0.1) pull.data.reviewThreads.at(-1)!.isResolved = true;
}
