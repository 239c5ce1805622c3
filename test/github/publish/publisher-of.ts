import type {OnWait} from '../../../source/code-host/port.ts';
import type {Publisher} from '../../../source/code-host/publisher.ts';
import {ownWriteLimits, type WriteLimits} from '../../../source/code-host/write-limits.ts';
import {noWaits} from '../../../source/github/patience.ts';
import {createPace} from '../../../source/github/publish/pace.ts';
import {openPublisher} from '../../../source/github/publish/publisher.ts';
import {openStanding} from '../../../source/github/publish/standing.ts';
import type {PullRequestBuilder} from '../../emulators/github/data.ts';
import type {GitHubOptions} from '../../emulators/github/server.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {connect, gitHub, octoApp} from '../connect.ts';

/** A publisher for a pull request on an emulated GitHub, both on a virtual clock. */
export async function publisherOf(
	pullRequest: PullRequestBuilder,
	options: GitHubOptions = {},
	limitsOf: (clock: ReturnType<typeof virtualClock>) => WriteLimits = ({now}) => ownWriteLimits(now),
	clock = virtualClock(),
) {
	const server = await gitHub({pullRequests: [pullRequest], now: clock.now, ...options});
	const waits: Parameters<OnWait>[0][] = [];
	const world = {
		...clock,
		signal: new AbortController().signal,
		onWait: (wait: (typeof waits)[number]) => waits.push(wait),
	};
	const {client: reader} = await connect(server, clock);
	const standing = openStanding(reader, octoApp);
	const account = async () => ({host: 'github.com', login: 'octocat'});
	const pace = createPace({...world, limits: limitsOf(clock), account});
	const {client: writer} = await connect(server, {...clock, bounds: noWaits});
	const publisher: Publisher = openPublisher({reader, writer}, pace, standing, octoApp);
	return {publisher, pace, server, waits, clock, data: pullRequest.data};
}
