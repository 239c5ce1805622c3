import type {Git} from '../git.ts';
import type {Repository} from '../repository.ts';
import {checked} from './index-entries.ts';

/** Where a branch with this name is here, as far as HEAD has a commit in common with it. */
export type BaseBranch = {
	/** Commits of remotes and of this repository. */
	oids: string[];
	/** Whether there is such a branch at all. */
	exists: boolean;
};

/**
 * Looks for the branch that a pull request merges into. The current branch is not it.
 * @param isHeadName whether the pull request comes from a branch of the same name, in a fork
 * @throws {Failure} `git-failed`
 */
export async function readBaseBranch(
	git: Git,
	{branch}: Pick<Repository, 'branch'>,
	name: string,
	isHeadName: boolean,
): Promise<BaseBranch> {
	const own = `refs/heads/${branch}`;
	const format = '--format=%(objectname) %(refname) %(upstream)';
	const patterns = [`refs/heads/${name}`, `refs/remotes/*/${name}`, own];
	const lines = checked(await git.run(['for-each-ref', format, ...patterns]))
		.stdout.toString()
		.split('\n');
	const refs = lines.filter(Boolean).map(line => {
		const [oid = '', ref = '', upstream = ''] = line.split(' ');
		return {oid, ref, upstream};
	});
	const fork = isHeadName ? refs.find(({ref}) => ref === own)?.upstream : undefined;
	const found = refs.filter(({ref}) => ref.endsWith(`/${name}`) && ref !== own && ref !== fork);
	const oids = [...new Set(found.map(({oid}) => oid))];
	const isRelated = await Promise.all(oids.map(async oid => (await git.run(['merge-base', 'HEAD', oid])).code === 0));
	return {oids: oids.filter((_, index) => isRelated[index]), exists: oids.length > 0};
}
