import type {FoundPull, ListScope} from '../../code-host/lists.ts';
import {isSameLogin} from '../../resolve/trust.ts';
import {isInShard, type Shard} from './shard.ts';

/** Which pull requests of the scopes a fleet has. */
export type FleetFilters = {
	/** Logins of their authors; empty: all. */
	authors: readonly string[];
	/** Milliseconds since the epoch; null: any time. */
	updatedSince: number | null;
	excludeDrafts: boolean;
	/** Also those of repositories that take no writes. */
	includeArchived: boolean;
	/** The most recently updated ones; null: all. */
	maxPrs: number | null;
};

export type FleetRequest = {scopes: readonly ListScope[]; filters: FleetFilters; shard: Shard | null};

/** Why a pull request of a scope is not in the fleet. */
export const leaveReasons = ['closed', 'archived', 'draft', 'author', 'older', 'shard', 'max-prs'] as const;

export type LeaveReason = (typeof leaveReasons)[number];

export type FleetList = {
	/** With comments, the latest update first. */
	pulls: FoundPull[];
	/** Without a thread, a review or a comment, so that there is nothing to do. */
	quiet: FoundPull[];
	/** How many are not in the fleet, by reason. */
	leftOut: ReadonlyMap<LeaveReason, number>;
};

/** Unique on all servers, without regard to case. */
export const keyOf = ({host, owner, name, number}: Pick<FoundPull, 'host' | 'owner' | 'name' | 'number'>): string =>
	`${host}/${owner}/${name}#${number}`.toLowerCase();

/** Chooses the pull requests of a fleet from those that were found, each of them once. */
export function chooseFleet(found: readonly FoundPull[], {filters, shard}: Omit<FleetRequest, 'scopes'>): FleetList {
	const leftOut = new Map<LeaveReason, number>();
	const leave = (reason: LeaveReason, many = 1) => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + many);
	const [pulls, quiet]: [FoundPull[], FoundPull[]] = [[], []];
	for (const pull of new Map(found.map(one => [keyOf(one), one])).values()) {
		const reason = reasonToLeave(pull, filters, shard);
		if (reason) leave(reason);
		else (pull.threads + pull.others > 0 ? pulls : quiet).push(pull);
	}
	const [sorted, other] = [pulls, quiet].map(list => list.toSorted(latestFirst)) as [FoundPull[], FoundPull[]];
	const most = filters.maxPrs ?? sorted.length;
	if (sorted.length > most) leave('max-prs', sorted.length - most);
	return {pulls: sorted.slice(0, most), quiet: other, leftOut};
}

function reasonToLeave(
	pull: FoundPull,
	{authors, updatedSince, excludeDrafts, includeArchived}: FleetFilters,
	shard: Shard | null,
): LeaveReason | null {
	if (pull.state !== 'open') return 'closed';
	if (pull.isArchived && !includeArchived) return 'archived';
	if (pull.isDraft && excludeDrafts) return 'draft';
	if (authors.length > 0 && !authors.some(login => isSameLogin(login, pull.author ?? ''))) return 'author';
	if (updatedSince !== null && Date.parse(pull.updatedAt) < updatedSince) return 'older';
	return shard && !isInShard(pull, shard) ? 'shard' : null;
}

/** Equal times are in the order of the names, so that each listing has the same order. */
const latestFirst = (one: FoundPull, other: FoundPull) =>
	other.updatedAt.localeCompare(one.updatedAt, 'en') || (keyOf(one) < keyOf(other) ? -1 : 1);
