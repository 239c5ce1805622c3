import type {FleetFilters} from '../run/fleet/fleet-list.ts';
import {mostJobs} from '../run/fleet/matrix.ts';
import type {Shard} from '../run/fleet/shard.ts';
import {logins} from '../settings/kind.ts';
import type {Flags, FlagValues} from './command.ts';
import {deliveryFlags} from './delivery-flags.ts';
import {pastMoment, readFlag, wholeNumber} from './flag-value.ts';
import {fleetReconsiderFlag, listFlags, modelFlags} from './pull-request.ts';

/** Which pull requests of the scopes. */
export const filterFlags = {
	maxPrs: {group: 'fleet', placeholder: '<n>', help: 'limit to the n most recently updated'},
	...listFlags,
	excludeDrafts: {group: 'fleet', help: 'exclude drafts'},
	includeArchived: {group: 'fleet', help: 'list archived repositories too'},
	shard: {group: 'fleet', placeholder: '<i/n>', help: 'limit to part i of n; the parts have no pull request in common'},
} as const satisfies Flags;

/** Steps that need a working tree have no flag here. */
const {verifyEnv, verifyEnvOnly, trustCode, commit, fixup, ...outwardFlags} = deliveryFlags;

export const undoFlag = {
	undoSince: {
		group: 'changes',
		placeholder: '<time>',
		help: 'undo what your runs pushed since 2026-11-24T01:00Z, or in the last 12h, on open pull requests',
	},
} as const satisfies Flags;

/** For `--apply` and `--undo-since`. */
export const fleetRunFlags = {
	resume: {group: 'changes', help: 'resume a fleet that was interrupted, and skip what is done'},
	dryRun: {group: 'changes', help: 'show what would be done, and write nothing'},
	yes: {group: 'changes', help: 'start without asking first'},
} as const satisfies Flags;

/** Only for `--apply`, but those of both. */
export const applyFlags = {
	...fleetRunFlags,
	...modelFlags,
	...fleetReconsiderFlag,
	...outwardFlags,
} as const satisfies Flags;

/** @param now in milliseconds since the epoch @throws {Failure} usage `bad-value` */
export function filtersOf(flags: FlagValues<typeof filterFlags>, now: number): FleetFilters {
	const {prAuthor, excludeDrafts, includeArchived} = flags;
	return {
		authors: prAuthor.length === 0 ? [] : readFlag('fleet', flags, 'prAuthor', logins, []),
		updatedSince: readFlag('fleet', flags, 'updatedSince', pastMoment(now), null),
		maxPrs: readFlag('fleet', flags, 'maxPrs', wholeNumber(1), null),
		excludeDrafts,
		includeArchived,
	};
}

/** More parts than GitHub starts jobs for one matrix cannot run. */
export const shardKind = {
	accepted: `i/n with i from 1 to n, and n up to ${mostJobs}`,
	read: (raw: unknown): Shard | undefined => {
		const [, index = 0, of = 0] = (/^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(String(raw)) ?? []).map(Number);
		return index > 0 && index <= of && of <= mostJobs ? {index, of} : undefined;
	},
};
