import type {CountedFinding, CountedPull, StatsRead} from '../../source/run/stats/counted.ts';

let ids = 0;

/** A finding in words of coderabbit that is untouched. */
export function counted(of: Partial<CountedFinding> = {}): CountedFinding {
	ids += 1;
	return {
		id: `PRRC_${ids}#0`,
		url: 'https://github.com/acme/api/pull/1#discussion_r1',
		reviewer: 'coderabbit',
		isBot: true,
		severity: null,
		category: null,
		path: 'src/cart.ts',
		hasCode: false,
		class: 'untouched',
		why: null,
		createdAt: '2026-10-01T10:00:00Z',
		answeredAt: null,
		repeats: 0,
		...of,
	};
}

export function countedPull(number: number, findings: CountedFinding[], of: Partial<CountedPull> = {}): CountedPull {
	return {
		host: 'github.com',
		repository: 'acme/api',
		number,
		url: `https://github.com/acme/api/pull/${number}`,
		state: 'merged',
		createdAt: '2026-10-01T09:00:00Z',
		updatedAt: '2026-10-02T09:00:00Z',
		endedAt: '2026-10-02T09:00:00Z',
		headOid: '1'.repeat(40),
		changedLines: 100,
		findings,
		notCounted: {reply: 0, remark: 0, hidden: 0, repeated: 0},
		incomplete: [],
		...of,
	};
}

export const statsRead = (pulls: readonly CountedPull[], of: Partial<StatsRead> = {}): StatsRead => ({
	scopes: ['acme/api'],
	since: '2026-08-31T00:00:00.000Z',
	state: 'merged',
	readAt: '2026-11-29T00:00:00.000Z',
	pulls,
	unread: [],
	incomplete: [],
	repositories: 1,
	...of,
});

/** Pull requests, each with the same findings. */
export const alike = (pulls: number, findings: () => CountedFinding[]): CountedPull[] =>
	Array.from({length: pulls}, (_, index) => countedPull(index + 1, findings()));
