import type {CodeHost} from '../code-host/port.ts';
import {readListScope} from './list-scope.ts';
import {parseRemoteUrl} from './repository-url.ts';

/** GitHub, its data-residency hosts and Enterprise Server. A recording needs no connection, so it loads no client. */
export const github: CodeHost = {
	repositoryAt: parseRemoteUrl,
	scopeAt: readListScope,
	open: async (...given) => (await import('./connection.ts')).openConnection(...given),
	openLists: async (...given) => (await import('./lists/open-lists.ts')).openLists(...given),
};
