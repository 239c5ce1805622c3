import type {CodeHost} from '../../code-host/port.ts';
import {Failure} from '../../failure.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {RunWarning} from '../warning.ts';
import {nameOf} from './name.ts';

/**
 * Checks that the working tree belongs to the repository of the pull request. Nothing is compared if either has no name.
 * @param anyway whether a recording of another repository is read all the same
 * @throws {Failure} usage `other-repository`
 */
export function compareRepository(
	pullRequest: PullRequest,
	repository: Repository,
	host: CodeHost,
	anyway: boolean,
): RunWarning[] {
	const {owner, repo, headRepository, source} = pullRequest;
	const mine = repositoriesOf(repository, host);
	const its = [owner && repo ? `${owner}/${repo}` : null, headRepository].filter(name => name !== null);
	if (mine.length === 0 || its.length === 0 || mine.some(name => its.some(other => isSameName(name, other)))) return [];
	const text = `this working tree belongs to ${mine.join(', ')}, but the pull request is ${nameOf(pullRequest)}`;
	const isRecorded = source.kind === 'recording';
	if (isRecorded && anyway) return [{kind: 'other-repository', commentId: null, text}];
	const otherwise = isRecorded
		? 'To read the recording here all the same, pass --anyway.'
		: 'Without a clone, pass the URL of the pull request and --no-checkout to apply, analyze, review or watch.';
	throw new Failure(
		'usage',
		'other-repository',
		`Wrong repository: ${text}.`,
		`Run the command in a clone of ${its[0]}, or add it as a remote. ${otherwise}`,
	);
}

/** The repositories that its remotes lead to, as `owner/name`. */
export const repositoriesOf = ({remotes}: Pick<Repository, 'remotes'>, host: CodeHost): string[] =>
	remotes.flatMap(({url}) => host.repositoryAt(url) ?? []).map(({owner, name}) => `${owner}/${name}`);

/** GitHub ignores the case of names. */
export const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
