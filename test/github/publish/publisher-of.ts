import type {OnWait} from '../../../source/code-host/port.ts';
import type {Publisher} from '../../../source/code-host/publisher.ts';
import {createPace} from '../../../source/github/publish/pace.ts';
import {openPublisher} from '../../../source/github/publish/publisher.ts';
import type {PullRequestBuilder} from '../../emulators/github/data.ts';
import type {GitHubOptions} from '../../emulators/github/server.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {connect, gitHub, octoApp} from '../connect.ts';

/** A publisher for a pull request on an emulated GitHub, both on a virtual clock. */
export async function publisherOf(pullRequest: PullRequestBuilder, options: GitHubOptions = {}) {
	const clock = virtualClock();
	const server = await gitHub({pullRequests: [pullRequest], now: clock.now, ...options});
	const waits: Parameters<OnWait>[0][] = [];
	const world = {
		...clock,
		signal: new AbortController().signal,
		onWait: (wait: (typeof waits)[number]) => waits.push(wait),
	};
	const pace = createPace(world);
	const {client: reader} = await connect(server, clock);
	const {client: writer} = await connect(server, {...clock, takePatience: pace.takePatience});
	const publisher: Publisher = openPublisher({reader, writer}, pace, octoApp);
	return {publisher, server, waits, clock, data: pullRequest.data};
}
