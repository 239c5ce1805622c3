import type {CodeHost} from '../code-host/port.ts';
import {Failure} from '../failure.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Repository} from '../worktree/repository.ts';
import {nameOf} from './pull-request-name.ts';
import type {RunWarning} from './warning.ts';

/**
 * Checks that the working tree belongs to the pull request. Rejects another repository; only warns of another branch or
 * commit, because changes are placed by what the reviewer saw.
 * @throws {Failure} usage `other-repository`
 */
export function compareWithWorktree(pullRequest: PullRequest, repository: Repository, host: CodeHost): RunWarning[] {
	const warnings: RunWarning[] = [];
	const warn = (kind: RunWarning['kind'], text: string) => warnings.push({kind, commentId: null, text});
	const {owner, repo, headRepository, headRefName, headRefOid, source} = pullRequest;
	const mine = repositoriesOf(repository, host);
	const its = [owner && repo ? `${owner}/${repo}` : null, headRepository].filter(name => name !== null);
	if (mine.length > 0 && its.length > 0 && !mine.some(name => its.some(other => isSameName(name, other)))) {
		const text = `this working tree belongs to ${mine.join(', ')}, but the pull request is ${nameOf(pullRequest)}`;
		if (source.kind === 'host') {
			throw new Failure(
				'usage',
				'other-repository',
				`Wrong repository: ${text}.`,
				`Run the command in a clone of ${its[0]}, or add it as a remote. Without a clone, pass the URL of the pull request and --no-checkout to apply, analyze, review or watch.`,
			);
		}
		warn('other-repository', text);
	}
	if (headRefName !== null && repository.branch !== null && headRefName !== repository.branch) {
		warn(
			'other-branch',
			`the working tree is on ${repository.branch}, but the pull request's branch is ${headRefName}`,
		);
	}
	if (headRefOid !== null && repository.head !== null && headRefOid !== repository.head) {
		const [here, there] = [repository.head, headRefOid].map(oid => oid.slice(0, 10));
		warn('other-commit', `the working tree is at ${here}, the pull request at ${there}; changes are placed by content`);
	}
	return warnings;
}

/** The repositories that its remotes lead to, as `owner/name`. */
export const repositoriesOf = ({remotes}: Pick<Repository, 'remotes'>, host: CodeHost): string[] =>
	remotes.flatMap(({url}) => host.repositoryAt(url) ?? []).map(({owner, name}) => `${owner}/${name}`);

/** GitHub ignores the case of names. */
export const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
