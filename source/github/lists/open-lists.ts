import type {Lists} from '../../code-host/lists.ts';
import type {Clone, HostWorld, OnWait} from '../../code-host/port.ts';
import {openServer} from '../server.ts';
import {hostOfRemotes, readRemotes} from '../target.ts';
import {listMine} from './list-mine.ts';
import {listOwner} from './list-owner.ts';
import {listOne, listRepository} from './list-repository.ts';
import {readEach} from './read-each.ts';
import {endedOnes, openOnes} from './selections.ts';

/** Opens a server for what is about many pull requests; nothing is sent yet. @throws {Failure} `bad-host` */
export function openLists(asked: string | null, clone: Clone, world: HostWorld, onWait: OnWait): Lists {
	const remotes = readRemotes(clone.remotes);
	const {host, signIn} = openServer({askedHost: asked, inferredHost: hostOfRemotes(remotes), remotes}, world, onWait);
	return {
		host: host.host,
		signIn: async () => void (await signIn()),
		mine: async (filter, onPage) => listMine(await signIn(), filter, onPage),
		async ofScope(scope, ended, onPage) {
			const client = await signIn();
			const selection = ended ? endedOnes(ended) : openOnes;
			if (scope.kind === 'owner') return listOwner(client, scope.owner, selection, onPage);
			if (scope.kind === 'repository') return listRepository(client, scope, selection, onPage);
			return listOne(client, scope, selection, onPage);
		},
		readEach: async (listed, files, onRead) => readEach(await signIn(), listed, files, onRead),
	};
}
