import type {Lists, ListsOf} from '../../code-host/lists.ts';
import type {Clone, HostWorld, OnWait} from '../../code-host/port.ts';
import {openServer} from '../server.ts';
import {hostOfRemotes, readRemotes} from '../target.ts';
import {listMine} from './list-mine.ts';
import {listOwner} from './list-owner.ts';
import {listRepository, readListed} from './list-repository.ts';
import {readEach} from './read-each.ts';
import {endedOnes, openOnes, type Selection} from './selections.ts';

/** Opens a server for what is about many pull requests; nothing is sent yet. @throws {Failure} `bad-host` */
export function openLists(asked: string | null, clone: Clone, world: HostWorld, onWait: OnWait): Lists {
	const remotes = readRemotes(clone.remotes);
	const {host, signIn} = openServer({askedHost: asked, inferredHost: hostOfRemotes(remotes), remotes}, world, onWait);
	const listsOf = <Node extends {id: string}, Listed>(selection: Selection<Node, Listed>): ListsOf<Listed> => ({
		ofOwner: async (owner, onPage) => listOwner(await signIn(), owner, selection, onPage),
		ofRepository: async (repository, onPage) => listRepository(await signIn(), repository, selection, onPage),
		one: async location => readListed(await signIn(), location, selection),
	});
	return {
		...listsOf(openOnes),
		host: host.host,
		signIn: async () => void (await signIn()),
		mine: async (filter, onPage) => listMine(await signIn(), filter, onPage),
		ended: wanted => listsOf(endedOnes(wanted)),
		readEach: async (listed, files, onRead) => readEach(await signIn(), listed, files, onRead),
	};
}
