import * as z from 'zod/mini';
import type {Location} from '../code-host/location.ts';
import type {HostWorld} from '../code-host/port.ts';
import {addCheckRun, type CheckRun} from './check-run.ts';
import type {Client} from './client.ts';
import {resolveHost} from './host.ts';
import {actor, pullRequestQuery} from './queries.ts';
import {aboutPullRequest, askEither} from './request.ts';
import {connectClient} from './server.ts';
import {listOf, maybe} from './shape.ts';
import {noToken} from './token.ts';
import {mayWriteAs, roleIncludes, type WritingRole} from './vocabulary.ts';
import {readRoles} from './write-access.ts';

export type WorkflowHost = Awaited<ReturnType<typeof openWorkflowHost>>;

export type WorkflowPullRequest = {
	/** Login of the token's account. */
	viewer: string;
	/** Whether the token is known to be able to write to the repository. */
	mayWrite: boolean;
	headOid: string;
	/** Whether its branch is in another repository. */
	isFork: boolean;
	/** Login of a bot that opened it; null for a person. */
	bot: string | null;
	/** Whether its base requires status checks; false if that is not visible. */
	requiresChecks: boolean;
};

/** The account of the token that each workflow job gets. */
export const workflowAccount = 'github-actions[bot]';

/**
 * What a step of a GitHub workflow needs besides a run: who started it, and on what.
 * @throws {Failure} `no-token`, `malformed-token`, `bad-host`
 */
export async function openWorkflowHost(world: HostWorld) {
	const host = resolveHost(world.env);
	const client = await connectClient(host, world, () => {});
	if (!client.token) throw noToken(host, null);
	return {
		/** @throws {Failure} as the client's, `pull-request-not-found` */
		pullRequest: (location: Location) => readWorkflowPullRequest(client, location),
		/** Whether a user has at least this role; false if that cannot be looked up. */
		async hasRole(location: Location, login: string, least: WritingRole): Promise<boolean> {
			const roles = await readRoles(client, location, login);
			world.signal.throwIfAborted();
			return roles?.some(role => roleIncludes(role, least)) ?? false;
		},
		/** Adds a reaction to a comment. @param subject its node id @throws {Failure} as the client's */
		async react(subject: string, content: 'EYES' | 'ROCKET' | 'CONFUSED'): Promise<void> {
			const document = `mutation ReactTo($subject: ID!, $content: ReactionContent!) {
	addReaction(input: {subjectId: $subject, content: $content}) { clientMutationId }
}`;
			await client.query({document, variables: {subject, content}, shape: z.unknown(), required: ['addReaction']});
		},
		addCheckRun: (location: Location, run: CheckRun) => addCheckRun(client, location, run),
	};
}

const workflowShape = z.object({
	viewer: z.object({login: z.string()}),
	repository: z.object({
		viewerPermission: maybe(z.string()),
		pullRequest: z.object({
			headRefOid: z.string(),
			isCrossRepository: z.boolean(),
			author: maybe(z.object({__typename: z.string(), login: z.string()})),
			baseRef: maybe(
				z.object({
					refUpdateRule: maybe(z.object({requiredStatusCheckContexts: listOf(z.string())})),
					rules: listOf(z.object({type: z.string()})),
				}),
			),
		}),
	}),
});

/** @param rules what older servers do not know */
const workflowQuery = (rules: string) => {
	const base = `baseRef { refUpdateRule { requiredStatusCheckContexts } ${rules} }`;
	const fields = `headRefOid isCrossRepository author { ${actor} } ${base}`;
	return pullRequestQuery('Workflow', fields, {viewer: 'login', beside: 'viewerPermission'});
};

async function readWorkflowPullRequest(client: Client, location: Location): Promise<WorkflowPullRequest> {
	const ask = (document: string) => client.query({...aboutPullRequest(location), document, shape: workflowShape});
	const {data} = await askEither(ask, workflowQuery('rules(first: 100) { nodes { type } }'), workflowQuery(''));
	const {viewer, repository} = data;
	const {headRefOid, isCrossRepository, author, baseRef} = repository.pullRequest;
	return {
		viewer: viewer.login,
		mayWrite: mayWriteAs(repository.viewerPermission ?? ''),
		headOid: headRefOid,
		isFork: isCrossRepository,
		bot: author?.__typename === 'Bot' ? author.login : null,
		requiresChecks:
			(baseRef?.refUpdateRule?.requiredStatusCheckContexts.length ?? 0) > 0 ||
			(baseRef?.rules.some(({type}) => type === 'REQUIRED_STATUS_CHECKS') ?? false),
	};
}
