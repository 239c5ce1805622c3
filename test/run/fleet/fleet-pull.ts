import type {FoundPull} from '../../../source/code-host/lists.ts';

/** An open pull request of acme/api with a thread. */
export const fleetPull = (init: Partial<FoundPull> & {number: number}): FoundPull => ({
	...{host: 'github.com', owner: 'acme', name: 'api', id: `PR_${init.number}`, title: 'A change', author: 'ada'},
	...{url: `https://github.com/acme/api/pull/${init.number}`, headOid: 'a'.repeat(40), state: 'open'},
	...{isDraft: false, isFork: false, isArchived: false, threads: 1, others: 0},
	...{createdAt: '2026-03-01T10:00:00Z', updatedAt: '2026-03-01T10:00:00Z', endedAt: null, changedLines: null},
	...init,
});
