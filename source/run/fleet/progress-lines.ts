import {parseJson} from '../../system/json.ts';
import {hasFields, isAnything, isCount, isEither, isListOf, isOneOf, isText, orNull} from '../../system/shape.ts';
import {type FleetEntry, isOver} from './fleet-entry.ts';
import type {FleetPull} from './fleet-list.ts';
import type {FleetRecord} from './fleet-record.ts';
import type {Seen} from './seen.ts';

/** What earlier processes of a fleet have begun or ended. */
export type KnownPull = {
	/** What its last run came to; null if none has ended. */
	record: FleetRecord | null;
	/** The pull request, if a run was cut since, failed or was stopped; otherwise null. */
	cut: FleetPull | null;
	/** Whether a report of the whole fleet has had the record. */
	isReported: boolean;
};

/** A run that begins, or the end of one. `reported`: all before it is in a report of the whole fleet. */
export type ProgressLine =
	| {key: string; pull: FleetPull; record: null}
	| {key: string; pull: null; record: FleetRecord}
	| 'reported';

const isEntry = hasFields<Pick<FleetEntry, 'headOid' | 'state'> & {exitCode: unknown}>({
	headOid: isText,
	state: isOneOf('done'),
	exitCode: isAnything,
});

const isSeen = hasFields<Seen>({updatedAt: isText, threads: isCount, others: isCount, comments: orNull(isText)});

const isRecord = hasFields<{entry: unknown; applied: string[]; seen: Seen | null}>({
	entry: isEntry,
	applied: isListOf(isText),
	seen: orNull(isSeen),
});

const isPull = hasFields<Pick<FleetPull, 'host' | 'owner' | 'name' | 'headOid'> & {number: unknown}>({
	host: isText,
	owner: isText,
	name: isText,
	headOid: isText,
	number: isAnything,
});

const isLine = isEither(
	hasFields<{key: string; pull: unknown; record: null}>({key: isText, pull: isPull, record: isOneOf(null)}),
	hasFields<{key: string; pull: null; record: unknown}>({key: isText, pull: isOneOf(null), record: isRecord}),
);

/** What lines came to; those that a crash has cut are skipped. @returns by key */
export function readProgress(text: string): Map<string, KnownPull> {
	const all = new Map<string, KnownPull>();
	for (const line of text.split('\n')) {
		const read = parseJson(line);
		if (read === 'reported') for (const known of all.values()) known.isReported = true;
		if (!isLine(read)) continue;
		const {key, pull, record} = read as Exclude<ProgressLine, string>;
		const known = all.get(key) ?? {record: null, cut: null, isReported: false};
		if (pull) all.set(key, {...known, cut: pull});
		else all.set(key, {record, cut: isOver(record.entry.exitCode) ? null : known.cut, isReported: false});
	}
	return all;
}
