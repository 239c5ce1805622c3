import type {FoundPull, ListedPullRequest, ListScope, Lists} from '../../../source/code-host/lists.ts';
import {type HostWorld, noClone} from '../../../source/code-host/port.ts';
import {github} from '../../../source/github/host-port.ts';
import {readListScope} from '../../../source/github/list-scope.ts';
import type {GitHub} from '../../emulators/github/server.ts';

/** The lists of an emulated GitHub, for a caller that sleeps no time. */
export async function listsOf(server: GitHub, {env, ...own}: Partial<HostWorld> = {}): Promise<Lists> {
	const world = {
		cwd: '/',
		env: {...server.env, PATH: '', ...env},
		now: Date.now,
		sleep: async () => {},
		fetch: globalThis.fetch,
		signal: new AbortController().signal,
		log: () => {},
		...own,
	};
	return github.openLists(null, noClone, world, () => {});
}

/** A scope as a user writes it. */
export const scope = (text: string): ListScope => readListScope(text)!;

/** Collects the pages of a list. */
export function collect<Listed extends ListedPullRequest = FoundPull>() {
	const pages: (readonly Listed[])[] = [];
	return {
		onPage: (page: readonly Listed[]) => void pages.push(page),
		pages,
		names: () => pages.flat().map(({owner, name, number}) => `${owner}/${name}#${number}`),
	};
}
