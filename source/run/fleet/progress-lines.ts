import * as z from 'zod/mini';
import type {FoundPull} from '../../code-host/lists.ts';
import {type MetricRow, metricRowShape} from '../../llm/metrics.ts';
import {modelChoiceShape} from '../../llm/providers/registry.ts';
import {noTokens} from '../../llm/providers/usage.ts';
import {countShape, hasShape} from '../../system/shape.ts';
import {isOver} from './fleet-entry.ts';
import {type FleetRecord, seenShape} from './fleet-record.ts';

/** What earlier processes of a fleet have begun or ended. */
export type KnownPull = {
	/** What its last run came to; null if none has ended. */
	record: FleetRecord | null;
	/** The pull request, if a run was cut since, failed or was stopped; otherwise null. */
	cut: FoundPull | null;
	/** Ids of the runs made since. */
	runs: readonly string[];
	/** Whether a report of the whole fleet has had the record. */
	isReported: boolean;
};

export type ProgressLine =
	/** A run begins, after what was done before; null: as lines before it have it. */
	| {key: string; pull: FoundPull; record: FleetRecord | null}
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
	known: ReadonlyMap<string, KnownPull>;
	/** Requests that they have sent to models. */
	sent: readonly MetricRow[];
};

const recordShape = z.object({
	entry: z.object({headOid: z.string(), state: z.literal('done')}),
	applied: z.array(z.string()),
	seen: z.nullable(seenShape),
});

const stepShape = z.object({
	key: z.string(),
	pull: z.nullable(z.object({host: z.string(), owner: z.string(), name: z.string(), headOid: z.string()})),
	record: z.nullable(recordShape),
});

const madeShape = z.object({key: z.string(), run: z.string()});

/** What lines came to; anything else is skipped. */
export function readProgress(lines: readonly unknown[]): EarlierProgress {
	const all = new Map<string, KnownPull>();
	/** By process. */
	const sent: SentRequests[][] = [[]];
	for (const read of lines) {
		if (read === 'reported') for (const known of all.values()) known.isReported = true;
		if (read === 'resumed') sent.push([]);
		if (hasShape(read, sentShape)) sent.at(-1)?.push(read);
		if (!hasShape(read, madeShape) && !hasShape(read, stepShape)) continue;
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
export type SentRequests = z.infer<typeof sentShape>;

const sentShape = z.object({
	/** Those that have ended. */
	rows: z.array(metricRowShape),
	/** Attempts without an answer yet, and the US dollars that are held for them; null without any. */
	underWay: z.nullable(z.object({choice: modelChoiceShape, attempts: countShape, heldUsd: z.number()})),
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
