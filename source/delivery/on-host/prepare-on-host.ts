import type {Standing} from '../../code-host/publisher.ts';
import type {Plan} from '../../resolve/decide.ts';
import type {NamedPullRequest} from '../../run/code-host.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {argumentsFor} from '../../run/pull-request/name.ts';
import type {CommitGroup} from '../../worktree/commit/commit-runs.ts';
import {type PartOf, sharesBy} from '../../worktree/commit/divide.ts';
import type {Candidate} from '../../worktree/commit/gather.ts';
import type {Committer} from '../../worktree/commit/identity.ts';
import {groupMessage, partsBy} from '../commit/commit-wording.ts';
import {noRun, plannedCandidates} from '../commit/preview-commit.ts';
import type {Delivery} from '../delivery.ts';
import type {HostRepository} from '../follow-head.ts';
import {openHostSide} from '../publish/open-publishing.ts';
import {afterLook} from '../push/prepare-push.ts';
import {hostObstacle} from '../push/push-obstacles.ts';
import type {CommitRequest} from '../request.ts';

/** As `lookBeforePush`, for commits that the code host makes. @throws {Failure} */
export async function lookOnHost(target: NamedPullRequest, repository: HostRepository, context: Context) {
	const {publisher} = await openHostSide(target, repository, context, () => {});
	const standing = await publisher.standing();
	return {standing, obstacle: hostObstacle(standing)};
}

/** As `preparePush`, for commits that the code host makes. @throws {Failure} */
export async function* prepareOnHost(
	delivery: Delivery<HostRepository>,
	context: Context,
): AsyncGenerator<RunEvent, Delivery<HostRepository> | null> {
	const {request, target, repository} = delivery;
	if (!request.push || target === null) return delivery;
	const looked = await lookOnHost(target, repository, context);
	const named = argumentsFor(delivery.analysis.pullRequest, repository);
	const otherwise = `To see what would be applied, run: pr-resolve analyze ${named}`;
	return yield* afterLook(delivery, {...looked, isAhead: false}, otherwise);
}

/** Shows the messages of the commits that a plan would make. @throws {Failure} */
export async function* previewOnHost(
	{request: {commit}, repository, analysis, target, number}: Delivery<HostRepository>,
	plan: Plan,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const planned = plannedCandidates(plan, analysis);
	if (!commit || target === null || planned.length === 0) return;
	const account = accountOf((await lookOnHost(target, repository, context)).standing);
	const messages = messagesOnHost(planned, {commit, number, account});
	yield {type: 'facts', facts: {commitPreview: {messages, branch: null, earlier: []}}};
}

/** The messages of the commits that the host would make of these edits. */
export function messagesOnHost(
	planned: readonly Candidate[],
	{commit, number, account}: {commit: CommitRequest; number: number | null; account: HostCommitter},
): string[] {
	const {partOf, messageOf} = orderOf(commit, number);
	return sharesBy(partOf, planned).map(({part, members}) =>
		messageOf({part, edits: members.map(({source}) => source.edit), runs: [noRun]}, account),
	);
}

/** How the edits of a run become commits of the code host. */
export type HostCommitOrder = {
	partOf: PartOf;
	messageOf: (group: CommitGroup, account: HostCommitter) => string;
};

/** @param number of the pull request */
export const orderOf = (request: CommitRequest, number: number | null): HostCommitOrder => ({
	// A fixup corrects a commit, which takes a clone.
	partOf: partsBy(typeof request.split === 'string' ? request.split : 'one'),
	messageOf: (group, account) => groupMessage(group, request, account, number),
});

/** The account of the token, which is the author of what the host commits. */
export type HostCommitter = Pick<Committer, 'name' | 'email'>;

/** With the address that GitHub gives every account. */
export const accountOf = ({viewer, viewerId}: Pick<Standing, 'viewer' | 'viewerId'>): HostCommitter => ({
	name: viewer,
	email: `${viewerId === null ? '' : `${viewerId}+`}${viewer}@users.noreply.github.com`,
});
