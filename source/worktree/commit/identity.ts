import {Failure} from '../../failure.ts';
import type {Environment} from '../../system/environment.ts';
import type {Git} from '../git.ts';
import type {CommitIdentity} from './write-commit.ts';

export type Committer = CommitIdentity & {name: string; email: string};

const names = ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL'];

/**
 * Who git commits as here. git would make up an address from the name of the machine; this does not.
 * @throws {Failure} usage `no-identity`
 */
export async function readCommitter(git: Git, given: Environment): Promise<Committer> {
	const own = Object.fromEntries(names.flatMap(name => (given[name] ? [[name, given[name]]] : [])));
	const ident = async (role: string) => {
		const {code, stdout} = await git.run(['-c', 'user.useConfigOnly=true', 'var', `GIT_${role}_IDENT`], {env: own});
		return code === 0 ? /^(.*) <(.*)> \d+ \S+$/.exec(stdout.toString().trim()) : null;
	};
	const [author, committer, isSigned] = await Promise.all([ident('AUTHOR'), ident('COMMITTER'), signsCommits(git)]);
	const [, name, email] = committer ?? [];
	if (!author || !name || !email) throw noIdentity();
	const env = {...own, GIT_AUTHOR_NAME: author[1], GIT_AUTHOR_EMAIL: author[2]};
	return {env, isSigned, name, email};
}

/** Whether git signs the user's commits here. */
export async function signsCommits(git: Git): Promise<boolean> {
	const {stdout} = await git.run(['config', '--type=bool', '--get', 'commit.gpgSign']);
	return stdout.toString().trim() === 'true';
}

const noIdentity = () =>
	new Failure(
		'usage',
		'no-identity',
		'git has no name or email address for the commit.',
		'Run: git config user.name "<your name>" and: git config user.email "<your address>"',
	);
