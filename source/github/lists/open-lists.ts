import type {Lists} from '../../code-host/lists.ts';
import type {Clone, HostWorld, OnWait} from '../../code-host/port.ts';
import {openServer} from '../server.ts';
import {hostOfRemotes, readRemotes} from '../target.ts';

/** Opens a server for what is about many pull requests; nothing is sent yet. @throws {Failure} `bad-host` */
export function openLists(asked: string | null, clone: Clone, world: HostWorld, onWait: OnWait): Lists {
	const remotes = readRemotes(clone.remotes);
	const {host, signIn} = openServer({askedHost: asked, inferredHost: hostOfRemotes(remotes), remotes}, world, onWait);
	const pending = async (): Promise<never> => {
		await signIn();
		throw new Error('not built yet');
	};
	return {
		host: host.host,
		mine: pending,
		ofOwner: pending,
		ofRepository: pending,
		one: pending,
		readEach: pending,
	};
}
