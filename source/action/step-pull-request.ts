import type {Location, RepositoryName} from '../code-host/location.ts';
import {Failure} from '../failure.ts';
import {resolveHost} from '../github/host.ts';
import type {PullRequestName} from '../github/repository-url.ts';
import type {Environment} from '../system/environment.ts';
import {badEvent} from './trigger.ts';

/** The pull request that a step is for. */
export type StepPullRequest = Location & {
	/** It is in another repository than the workflow. */
	isElsewhere: boolean;
};

/**
 * The pull request of the input, or else that of the event. Who may start a run is known only for the repository of the
 * event: an event that people cause, such as a comment, acts there only.
 * @param ofEvent number; null if the event has no pull request
 * @throws {Failure} usage `bad-event`, `bad-input`, `no-pull-request`, `other-repository`
 */
export function stepPullRequest(
	env: Environment,
	named: PullRequestName | null,
	ofEvent: number | null,
): StepPullRequest {
	const own = ownRepository(env);
	const number = named?.number ?? ofEvent;
	if (number === null) {
		const message = `The event ${env.GITHUB_EVENT_NAME ?? 'of the workflow'} has no pull request.`;
		throw new Failure('usage', 'no-pull-request', message, 'Set the input pull-request to its number.');
	}
	const repository = named?.repository;
	if (!repository) return {...own, number, isElsewhere: false};
	const {host} = resolveHost(env);
	// The token must not reach a server that only an input names.
	if (repository.host !== null && repository.host !== host) {
		const message = `The input pull-request is on ${repository.host}, but this workflow runs on ${host}.`;
		throw new Failure('usage', 'bad-input', message, `Expected: a pull request on ${host}.`);
	}
	const {owner, name} = repository;
	const isElsewhere = `${owner}/${name}`.toLowerCase() !== `${own.owner}/${own.name}`.toLowerCase();
	if (isElsewhere && ofEvent !== null) {
		const here = `${own.owner}/${own.name}`;
		const message = `The input pull-request is in ${owner}/${name}, but the event is about a pull request in ${here}.`;
		const remedy = 'Start runs for other repositories by workflow_dispatch or schedule.';
		throw new Failure('usage', 'other-repository', message, remedy);
	}
	return {owner, name, number, isElsewhere};
}

function ownRepository(env: Environment): RepositoryName {
	const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(env.GITHUB_REPOSITORY ?? '') ?? [];
	if (!owner || !name) throw badEvent('GITHUB_REPOSITORY names no repository');
	return {owner, name};
}
