import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {startGitServer} from '../../../test/emulators/git-http.ts';
import {bot, pullRequest, user} from '../../../test/emulators/github/data.ts';
import {type GitHub, startGitHub} from '../../../test/emulators/github/server.ts';
import {suggestion} from '../../../test/helpers/pull-request.ts';
import {runSync} from '../../child.ts';
import type {Environment} from '../../isolation.ts';
import {copyOf, type Program} from '../review-of-files.ts';
import {makeReviewedTree} from '../reviewed-tree.ts';

export const branch = 'feature/limits';

const threadId = (number: number) => `PRRT_${number}`;

/** The thread of the change that breaks the command. */
export const culprit = threadId(7);

/** What a run begins with. */
export type Scene = {
	name: string;
	/** Whether the user has staged and unstaged edits of their own in the files that are reviewed. */
	hasEdits: boolean;
	/** Whether the command of `--verify` fails with one of the changes. */
	hasCulprit: boolean;
};

export const scenes: readonly Scene[] = [
	{name: 'all pass', hasEdits: false, hasCulprit: false},
	{name: 'edits beside, one change breaks the command', hasEdits: true, hasCulprit: true},
];

/** In a folder of its own: a clone on the branch of a pull request, the repository that it is pushed to, and the host with both. */
export type Stage = {
	folder: string;
	root: string;
	bare: string;
	/** The head of the pull request before the run. */
	base: string;
	gitHub: GitHub;
	env: Environment;
	/** Ends the host and deletes the folders. */
	close: () => Promise<void>;
};

export type Stages = {set: (name: string, scene: Scene) => Promise<Stage>; close: () => Promise<void>};

const files = ['src/alpha.txt', 'src/beta.txt', 'lib/gamma.txt'] as const;
const [alpha, beta, gamma] = files;

const linesOf = (path: string) => Array.from({length: 30}, (_, line) => `${path}, line ${line + 1}`);

export const apply = ['apply', '7', '--verify', '! grep -rq broken src lib', '--publish', '--yes', '--json'];

/** Makes the repository once; every stage is a copy of it. */
export async function openStages({folder, env}: Program): Promise<Stages> {
	const contents = Object.fromEntries(files.map(path => [path, {content: `${linesOf(path).join('\n')}\n`}]));
	const {root: template} = makeReviewedTree(join(folder, 'template'), env, contents, []);
	const gitIn = (cwd: string, ...args: string[]) =>
		runSync('git', args, {cwd, env: {...env, GIT_ALLOW_PROTOCOL: 'file'}}).trim();
	gitIn(template, 'checkout', '--quiet', '-b', branch);
	gitIn(template, 'remote', 'add', 'origin', 'https://github.com/octo/app.git');
	const base = gitIn(template, 'rev-parse', 'HEAD');
	const host = join(folder, 'host.git');
	gitIn(folder, 'init', '--quiet', '--bare', '--template=', host);
	gitIn(template, 'push', '--quiet', host, branch);
	const git = await startGitServer(folder);
	return {
		async set(name, {hasEdits, hasCulprit}) {
			const own = join(folder, name);
			const [root, bare] = [copyOf(template, join(own, 'clone')), copyOf(host, join(own, 'host.git'))];
			gitIn(root, 'config', `url.${git.url}/${name}/host.git.pushInsteadOf`, 'https://github.com/octo/app.git');
			if (hasEdits) edit(root, gitIn);
			const gitHub = await hostWith(bare, base, hasCulprit);
			const direct = {GIT_ALLOW_PROTOCOL: 'http', no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1'};
			return {
				...{folder: own, root, bare, base, gitHub},
				env: {...env, ...direct, ...gitHub.env},
				async close() {
					await gitHub.close();
					rmSync(own, {recursive: true, force: true});
				},
			};
		},
		close: git.close,
	};
}

/** A staged edit in one file, and one that is not staged in another. */
function edit(root: string, gitIn: (cwd: string, ...args: string[]) => string): void {
	const replaceLast = (path: string, text: string) =>
		writeFileSync(join(root, path), `${[...linesOf(path).slice(0, -1), text].join('\n')}\n`);
	replaceLast(beta, 'my staged line');
	gitIn(root, 'add', beta);
	replaceLast(alpha, 'my own line');
}

/** The host with threads of all kinds: bots and a person, one and several lines, one that is done already. */
function hostWith(bare: string, base: string, hasCulprit: boolean): Promise<GitHub> {
	const pull = pullRequest({headRefName: branch, headRefOid: base});
	const suggest = (
		path: string,
		[start, end]: readonly [number, number],
		lines: string[],
		author = bot('coderabbitai'),
	) => {
		const commit = {oid: base};
		const shown = linesOf(path).slice(start - 1, end);
		const diffHunk = [`@@ -${start},${shown.length} +${start},${shown.length} @@`, ...shown.map(line => ` ${line}`)];
		const place = {path, line: end, startLine: start === end ? null : start};
		const seen = {commit, originalCommit: commit, diffHunk: diffHunk.join('\n')};
		const number = pull.data.reviewThreads.length + 1;
		const ids = {id: threadId(number), fullDatabaseId: String(number)};
		pull.thread({...place, ...seen, ...ids, author, body: `Better so.\n\n${suggestion(...lines)}`});
	};
	suggest(alpha, [3, 3], ['better 3']);
	suggest(alpha, [12, 12], ['better 12', 'and more']);
	suggest(beta, [5, 6], ['better 5 and 6']);
	suggest(beta, [20, 20], ['better 20'], user('ann'));
	suggest(gamma, [7, 7], ['better 7']);
	suggest(gamma, [15, 15], [linesOf(gamma)[14]!]);
	if (hasCulprit) suggest(gamma, [22, 22], ['broken 22']);
	for (const path of files) pull.file(path);
	let time = Date.parse('2026-03-01T10:00:00Z');
	// The program waits on a clock of its own.
	const now = () => {
		time += 1000;
		return time;
	};
	return startGitHub({pullRequests: [pull], repositories: [{nameWithOwner: 'octo/app', folder: bare}], now});
}
