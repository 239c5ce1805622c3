import type {Lists} from '../../code-host/lists.ts';
import type {Clone, HostWorld, OnWait} from '../../code-host/port.ts';
import {openServer} from '../server.ts';
import {hostOfRemotes, readRemotes} from '../target.ts';
import {listMine} from './list-mine.ts';
import {listOwner} from './list-owner.ts';
import {listRepository, readListed} from './list-repository.ts';
import {readEach} from './read-each.ts';

/** Opens a server for what is about many pull requests; nothing is sent yet. @throws {Failure} `bad-host` */
export function openLists(asked: string | null, clone: Clone, world: HostWorld, onWait: OnWait): Lists {
	const remotes = readRemotes(clone.remotes);
	const {host, signIn} = openServer({askedHost: asked, inferredHost: hostOfRemotes(remotes), remotes}, world, onWait);
	return {
		host: host.host,
		signIn: async () => void (await signIn()),
		mine: async (filter, onPage) => listMine(await signIn(), filter, onPage),
		ofOwner: async (owner, onPage) => listOwner(await signIn(), owner, onPage),
		ofRepository: async (repository, onPage) => listRepository(await signIn(), repository, onPage),
		one: async location => readListed(await signIn(), location),
		readEach: async (listed, files, onRead) => readEach(await signIn(), listed, files, onRead),
	};
}
