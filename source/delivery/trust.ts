import type {Location} from '../code-host/location.ts';
import type {Connection} from '../code-host/port.ts';
import type {Outward} from '../resolve/policy.ts';
import type {Author, PullRequest} from '../review/comment.ts';
import type {Finding} from '../review/finding.ts';
import {connectTo, locationOf, targetOfPullRequest} from '../run/code-host.ts';
import type {Context} from '../run/context.ts';
import {inParallel} from '../system/in-parallel.ts';
import type {Repository} from '../worktree/repository.ts';
import {runsHooks} from './hooks/checking-hooks.ts';
import type {DeliveryRequest} from './request.ts';

/** Who vouches for the changes of a pull request, and for the code that they are for. */
export type Vouching = {
	/** For the policy of the run. */
	outward: Outward | null;
	/** Who made the code that a command or hook would run, without write access; empty if all have it, or nothing is run. */
	strangers: string[];
};

/** Who has made the code if no account is known. */
export const unknownAuthor = 'an unknown author';

/** Look-ups at the same time. */
const lookUpsAtOnce = 4;

/**
 * Looks up who may write to the repository, if the steps after writing run or publish the changes. In a recording, which is
 * its user's own file, roles count, and the code is trusted.
 *
 * @param isAttended whether a person confirms the plan
 */
export async function lookUpWriters(
	request: DeliveryRequest,
	{pullRequest, findings, repository}: {pullRequest: PullRequest; findings: readonly Finding[]; repository: Repository},
	isAttended: boolean,
	context: Context,
): Promise<Vouching> {
	const {verify, hooks, push, publish} = request;
	const runsCode = verify !== null || (await runsHooks(request, repository, context));
	const isPublished = push !== null || publish !== null;
	if (!runsCode && !isPublished) return {outward: null, strangers: []};
	const policy = {needsWriters: push !== null || (runsCode && !isAttended), runsCode};
	const target = targetOfPullRequest(pullRequest);
	if (target === null) return {outward: {...policy, writers: null}, strangers: []};
	const host = await connectTo(target, repository, context, () => {});
	const location = locationOf(target);
	const isTrusted = !runsCode || (verify || hooks || null)?.trustCode === true;
	const makers = !isTrusted ? await makersOf(host, location, pullRequest.author, pullRequest.headRefOid) : [];
	const people = new Set([...makers, ...peopleBehind(findings)]);
	const found = await inParallel(
		[...people],
		lookUpsAtOnce,
		async login => [login, await host.mayWrite(location, login)] as const,
	);
	const writers = found.flatMap(([login, mayWrite]) => (mayWrite ? [login] : []));
	return {outward: {...policy, writers}, strangers: makers.filter(login => !writers.includes(login))};
}

/** People behind findings who are not known to have write access. */
export function outsidersAmong(findings: readonly Finding[], outward: Outward | null): string[] {
	const people = new Set(peopleBehind(findings));
	return [...people.difference(new Set(outward?.writers ?? people))];
}

const peopleBehind = (findings: readonly Finding[]) =>
	findings.flatMap(({author}) => (author && !author.isBot ? [author.login] : []));

/** Who opened the pull request and made its head commit. A bot has no write access of its own to vouch for code. */
async function makersOf(
	host: Connection,
	location: Location,
	author: Author | null,
	head: string | null,
): Promise<string[]> {
	const made = head === null ? [] : await host.makersOf(location, head);
	const opened = author === null ? unknownAuthor : author.isBot ? `${author.login}[bot]` : author.login;
	return [...new Set([opened, ...(made.length > 0 ? made : [unknownAuthor])])];
}
