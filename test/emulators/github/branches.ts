import {type CommitFacts, openBare} from './bare.ts';
import {notFound, refusal} from './errors.ts';
import type {PullRequestData, RepositoryData} from './records.ts';
import type {TreeEntry} from './trees.ts';
import {repositoryNamed, roleOf, type Viewer, type World} from './world.ts';

const byGitHub = {name: 'GitHub', email: 'noreply@github.com'};

/** GitHub's rules for commits on branches of repositories that have a folder. */
export function branchesOf(world: World, viewer: Viewer) {
	const {isApp, login} = viewer;
	const person = {name: login, email: `583231+${login}@users.noreply.github.com`};
	const find = (name: string): RepositoryData & {folder: string} => {
		const found = repositoryNamed(world, name);
		if (!found?.folder || (found.isPrivate && !viewer.seesPrivate)) {
			throw notFound(`Could not resolve to a Repository with the name '${name}'.`);
		}
		return {...found, folder: found.folder};
	};
	/** GitHub lets people with write access to the base write to the branch of a pull request, but no app. */
	const mayEdit = (data: RepositoryData, ref: string) => {
		const mayWrite = ['admin', 'maintain', 'write'];
		const pulls = world.pullRequests.filter(pull => isHead(pull, data, ref) && pull.maintainerCanModify);
		const bases = isApp ? [] : pulls.flatMap(pull => repositoryNamed(world, pull.repository) ?? []);
		return [data, ...bases].some(one => mayWrite.includes(roleOf(one, login)));
	};
	const check = (data: RepositoryData, ref: string, paths: readonly string[], isSigned: boolean) => {
		if (viewer.permissions.contents !== 'write' || !mayEdit(data, ref)) {
			const by = isApp ? 'integration' : 'personal access token';
			throw refusal('FORBIDDEN', `Resource not accessible by ${by}`);
		}
		const workflow = paths.find(path => path.startsWith('.github/workflows/'));
		if (workflow !== undefined && viewer.permissions.workflows !== 'write') {
			const [by, right] = isApp
				? ['GitHub App', '`workflows` permission']
				: ['Personal Access Token', '`workflow` scope'];
			throw refusal(
				'UNPROCESSABLE',
				`refusing to allow a ${by} to create or update workflow \`${workflow}\` without ${right}`,
			);
		}
		const rules = [...(data.protection?.lines ?? [])];
		if (data.rule?.requiresSignatures && !isSigned) rules.push('Commits must have verified signatures.');
		if (rules.length === 0) return;
		throw data.protection?.by === 'classic'
			? refusal('BRANCH_PROTECTION_RULE_VIOLATION', rules.join('\n'))
			: refusal('UNPROCESSABLE', `Repository rule violations found\n\n${rules.join('\n\n')}`);
	};
	/** `author` is GitHub's account for commits that it signs. */
	const store = (bare: Bare, facts: Omit<CommitFacts, 'oid'>, isSigned: boolean) => {
		const committer = isSigned ? byGitHub : person;
		const oid = bare.commit(facts, {author: person, committer, at: world.now()});
		world.commits.set(oid, {login, isSigned});
		return oid;
	};
	const moved = (ref: string, head: string, expected: string) =>
		refusal('STALE_DATA', `Ref ${ref} is at ${head} but expected ${expected}`);

	return {
		find,
		store,
		create({branch, expectedHeadOid: expected, message, fileChanges}: CommitInput) {
			const data = find(branch.repositoryNameWithOwner);
			const [bare, ref] = [openBare(data.folder), `refs/heads/${branch.branchName}`];
			const {additions = []} = fileChanges ?? {};
			const head = bare.head(ref);
			if (head === null) throw notFound(`Could not resolve to a Ref with the name '${ref}'.`);
			check(
				data,
				ref,
				additions.map(({path}) => path),
				true,
			);
			if (head !== expected) {
				throw refusal('STALE_DATA', `Expected branch to point to "${expected}" but it did not.  Pull and try again.`);
			}
			const files = bare.files(head);
			const entries = additions.map(
				({path, contents}): TreeEntry => ({
					path,
					mode: files.get(path)?.mode ?? '100644',
					sha: bare.blob(Buffer.from(contents, 'base64')),
				}),
			);
			const text = [message.headline, message.body].filter(Boolean).join('\n\n');
			const oid = store(bare, {tree: bare.tree(head, entries), parents: [head], message: text}, true);
			if (!bare.move(ref, oid, head)) throw moved(ref, bare.head(ref) ?? '', head);
			return {data, oid};
		},
		/** @param before null: the branch only has to be an ancestor */
		update(
			data: RepositoryData & {folder: string},
			ref: string,
			{before, after}: {before: string | null; after: string},
		) {
			const bare = openBare(data.folder);
			const head = bare.head(ref);
			if (head === null) throw refusal('UNPROCESSABLE', 'Reference does not exist');
			check(data, ref, bare.changed(head, after), world.commits.get(after)?.isSigned ?? false);
			if (before !== null && before !== head) throw moved(ref, head, before);
			if (!bare.isAncestor(head, after)) throw refusal('UNPROCESSABLE', 'Update is not a fast forward');
			if (!bare.move(ref, after, head)) throw moved(ref, bare.head(ref) ?? '', head);
		},
	};
}

type Bare = ReturnType<typeof openBare>;

export type CommitInput = {
	branch: {repositoryNameWithOwner: string; branchName: string};
	expectedHeadOid: string;
	message: {headline: string; body?: string | null};
	fileChanges?: {additions?: {path: string; contents: string}[]} | null;
};

const isHead = ({headRepository, headRefName}: PullRequestData, {nameWithOwner}: RepositoryData, ref: string) =>
	headRepository === nameWithOwner && `refs/heads/${headRefName}` === ref;
