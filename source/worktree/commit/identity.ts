import {Failure} from '../../failure.ts';
import type {Environment} from '../../system/environment.ts';
import type {Git} from '../git.ts';
import {isOn, readSettings} from '../settings.ts';
import type {CommitIdentity} from './write-commit.ts';

export type Committer = CommitIdentity & {name: string; email: string};

const names = ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL'];

/** A name or an address that every version of git takes as it is: of others, it leaves some characters out (ident.c). */
const isPlain = (text: string) => /^(?![.,:;"'\\])[^\0-\x20<>][^\0-\x1f<>]*(?<![\x20.,:;"'\\])$/.test(text);

/**
 * Who git commits as here. git would make up an address from the name of the machine; this does not.
 * @throws {Failure} usage `no-identity`
 */
export async function readCommitter(git: Git, given: Environment): Promise<Committer> {
	const own = Object.fromEntries(names.flatMap(name => (given[name] ? [[name, given[name]]] : [])));
	const settings = new Map(await readSettings(git, '^((user|author|committer)\\.(name|email)|commit\\.gpgsign)$'));
	const ident = async (role: 'author' | 'committer') => {
		const variable = `GIT_${role.toUpperCase()}`;
		const part = (what: 'name' | 'email') =>
			own[`${variable}_${what.toUpperCase()}`] || settings.get(`${role}.${what}`) || settings.get(`user.${what}`) || '';
		const known = {name: part('name'), email: part('email')};
		if (isPlain(known.name) && isPlain(known.email)) return known;
		const args = ['-c', 'user.useConfigOnly=true', 'var', `${variable}_IDENT`];
		const {code, stdout} = await git.run(args, {env: own});
		return code === 0 ? /^(?<name>.*) <(?<email>.*)> \d+ \S+$/.exec(stdout.toString().trim())?.groups : null;
	};
	const [author, committer] = await Promise.all([ident('author'), ident('committer')]);
	const {name, email} = committer ?? {};
	if (!author || !name || !email) throw noIdentity();
	const env = {...own, GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email};
	return {env, isSigned: isOn(settings.get('commit.gpgsign')), name, email};
}

/** Whether git signs the user's commits here. */
export const signsCommits = async (git: Git): Promise<boolean> =>
	isOn(new Map(await readSettings(git, '^commit\\.gpgsign$')).get('commit.gpgsign'));

const noIdentity = () =>
	new Failure(
		'usage',
		'no-identity',
		'git has no name or email address for the commit.',
		'Run: git config user.name "<your name>" and: git config user.email "<your address>"',
	);
