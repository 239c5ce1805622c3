import {mkdirSync, rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {startGitServer} from '../../../test/emulators/git-http.ts';
import type {GitHub} from '../../../test/emulators/github/server.ts';
import {runSync} from '../../child.ts';
import type {Environment} from '../../isolation.ts';
import {copyOf, type Program} from '../review-of-files.ts';
import {type FileOf, makeReviewedTree} from '../reviewed-tree.ts';

export const branch = 'feature/limits';

/** In a folder of its own: a clone on the branch of a pull request, the repository that it is pushed to, and the host with both. */
export type HostedClone = {
	folder: string;
	root: string;
	bare: string;
	/** The head of the pull request at first. */
	base: string;
	gitHub: GitHub;
	/** Leads to the host. */
	env: Environment;
	/** `http://127.0.0.1:port`, which serves the repository as `octo/<name>` to those who have no clone. */
	served: string;
	/** Ends the host and deletes the folders. */
	close: () => Promise<void>;
};

export type HostedClones = {
	copy: (name: string, hostWith: (bare: string, base: string) => Promise<GitHub>) => Promise<HostedClone>;
	close: () => Promise<void>;
};

/** Runs git with what the program may not use: repositories on this machine. */
export const runGit = (cwd: string, env: Environment, ...args: string[]): string =>
	runSync('git', args, {cwd, env: {...env, GIT_ALLOW_PROTOCOL: 'file'}}).trim();

/** Makes a repository with these files once, to be copied. */
export async function openHostedClones(
	{folder, env}: Program,
	contents: Readonly<Record<string, FileOf>>,
): Promise<HostedClones> {
	const {root: template} = makeReviewedTree(join(folder, 'template'), env, contents, []);
	runGit(template, env, 'checkout', '--quiet', '-b', branch);
	runGit(template, env, 'remote', 'add', 'origin', 'https://github.com/octo/app.git');
	const base = runGit(template, env, 'rev-parse', 'HEAD');
	const host = join(folder, 'host.git');
	runGit(folder, env, 'init', '--quiet', '--bare', '--template=', host);
	for (const setting of ['allowFilter', 'allowAnySHA1InWant'])
		runGit(host, env, 'config', `uploadpack.${setting}`, 'true');
	runGit(template, env, 'push', '--quiet', host, branch);
	const git = await startGitServer(folder);
	return {
		async copy(name, hostWith) {
			const own = join(folder, name);
			const [root, bare] = [copyOf(template, join(own, 'clone')), copyOf(host, join(own, 'host.git'))];
			mkdirSync(join(folder, 'octo'), {recursive: true});
			const repository = join(folder, `octo/${name}.git`);
			symlinkSync(bare, repository);
			const served = `url.${git.url}/${name}/host.git.pushInsteadOf`;
			runGit(root, env, 'config', served, 'https://github.com/octo/app.git');
			const gitHub = await hostWith(bare, base);
			const direct = {GIT_ALLOW_PROTOCOL: 'http', no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1'};
			return {
				...{folder: own, root, bare, base, gitHub, served: git.url},
				env: {...env, ...direct, ...gitHub.env},
				async close() {
					await gitHub.close();
					rmSync(repository);
					rmSync(own, {recursive: true, force: true});
				},
			};
		},
		close: git.close,
	};
}
