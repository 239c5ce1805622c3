import {isMetricOutcome, type MetricRow} from '../../llm/metrics.ts';
import {isModelChoice, type ModelChoice} from '../../llm/providers/registry.ts';
import {isTokens, noTokens} from '../../llm/tokens.ts';
import {
	hasFields,
	isAnything,
	isBoolean,
	isCount,
	isListOf,
	isNumber,
	isOneOf,
	isText,
	orNull,
} from '../../system/shape.ts';
import {type FleetEntry, isOver} from './fleet-entry.ts';
import type {FleetPull} from './fleet-list.ts';
import type {FleetRecord, Seen} from './fleet-record.ts';

/** What earlier processes of a fleet have begun or ended. */
export type KnownPull = {
	/** What its last run came to; null if none has ended. */
	record: FleetRecord | null;
	/** The pull request, if a run was cut since, failed or was stopped; otherwise null. */
	cut: FleetPull | null;
	/** Ids of the runs made since. */
	runs: readonly string[];
	/** Whether a report of the whole fleet has had the record. */
	isReported: boolean;
};

export type ProgressLine =
	/** A run begins, after what was done before; null: as lines before it have it. */
	| {key: string; pull: FleetPull; record: FleetRecord | null}
	/** It has a record in the journal. */
	| {key: string; run: string}
	/** It has ended. */
	| {key: string; pull: null; record: FleetRecord}
	/** What it has sent to models since the last such line. */
	| SentRequests
	/** Another process goes on from here. */
	| 'resumed'
	/** All before it is in a report of the whole fleet. */
	| 'reported';

/** A line about a pull request. */
type PullLine = Extract<ProgressLine, {key: string}>;

/** What earlier processes of a fleet have left. */
export type EarlierProgress = {
	/** By key. */
	known: Map<string, KnownPull>;
	/** Requests that they have sent to models. */
	sent: MetricRow[];
};

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

const isStep = hasFields<{key: string; pull: unknown; record: unknown}>({
	key: isText,
	pull: orNull(isPull),
	record: orNull(isRecord),
});

const isMade = hasFields<{key: string; run: string}>({key: isText, run: isText});

/** What lines came to; anything else is skipped. */
export function readProgress(lines: readonly unknown[]): EarlierProgress {
	const all = new Map<string, KnownPull>();
	/** By process. */
	const sent: SentRequests[][] = [[]];
	for (const read of lines) {
		if (read === 'reported') for (const known of all.values()) known.isReported = true;
		if (read === 'resumed') sent.push([]);
		if (isSentRequests(read)) sent.at(-1)?.push(read);
		if (!isMade(read) && !isStep(read)) continue;
		const known = all.get(read.key) ?? {record: null, cut: null, runs: [], isReported: false};
		all.set(read.key, afterLine(known, read as PullLine));
	}
	return {known: all, sent: sent.flatMap(requestsOf)};
}

function afterLine(known: KnownPull, line: PullLine): KnownPull {
	if ('run' in line) return {...known, runs: [...known.runs, line.run]};
	const {pull, record} = line;
	if (!record) return {...known, cut: pull};
	return {record, cut: pull ?? (isOver(record.entry.exitCode) ? null : known.cut), runs: [], isReported: false};
}

/** What a fleet has sent to models since the last time that this was written down. */
export type SentRequests = {
	/** Those that have ended. */
	rows: readonly MetricRow[];
	/** Attempts without an answer yet, and the US dollars that are held for them; null without any. */
	underWay: {choice: ModelChoice; attempts: number; heldUsd: number} | null;
};

const isRow = hasFields<MetricRow>({
	choice: isModelChoice,
	about: orNull(isText),
	startedAtMs: isNumber,
	outcome: isMetricOutcome,
	latencyMs: orNull(isNumber),
	tokens: isTokens,
	premiumRequests: isNumber,
	costUsd: isNumber,
	isCostUnknown: isBoolean,
});

const isSentRequests = hasFields<SentRequests>({
	rows: isListOf(isRow),
	underWay: orNull(
		hasFields<NonNullable<SentRequests['underWay']>>({
			choice: isModelChoice,
			attempts: isCount,
			heldUsd: isNumber,
		}),
	),
});

/**
 * All requests of a process, after its end. Whether what was under way then was answered is not known, so it has cost what was
 * held for it at most.
 */
export function requestsOf(sent: readonly SentRequests[]): MetricRow[] {
	const rows = sent.flatMap(line => line.rows);
	const lost = sent.at(-1)?.underWay;
	if (!lost) return rows;
	const {attempts, heldUsd} = lost;
	const row: MetricRow = {
		...{choice: lost.choice, about: null, startedAtMs: 0, outcome: 'aborted', latencyMs: null, tokens: noTokens},
		...{premiumRequests: 0, costUsd: heldUsd / attempts, isCostUnknown: true},
	};
	return [...rows, ...Array.from({length: attempts}, () => row)];
}
