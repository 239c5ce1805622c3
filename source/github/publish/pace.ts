import {openHostWait} from '../../code-host/host-wait.ts';
import type {HostWorld, OnWait} from '../../code-host/port.ts';
import type {HostAccount, WriteLimits} from '../../code-host/write-limits.ts';
import {estimateTurns, partOf, type WriteRule} from '../../code-host/write-rule.ts';
import {forwardClock} from '../../system/clock.ts';
import {unlessAborted} from '../../system/unless-aborted.ts';
import type {Refusal} from '../request.ts';
import {secondaryLimit} from '../verdict.ts';

/** The turns of writes, one after the other. */
export type Pace = {
	/**
	 * Waits until the next write may leave, and keeps that turn for it.
	 * @throws the signal's reason; {Failure} guard, if the turn is not known, or too late for the command
	 */
	ready: () => Promise<void>;
	/** The same, and uses the turn. @throws as `ready` */
	turn: () => Promise<void>;
	/** Waits until a request may leave that only prepares a write. Any number may wait at a time. @throws as `ready` */
	part: () => Promise<void>;
	/** Sends a write in its turn, and again after a limit of the host, as often as that helps. @throws as `ready` */
	send: <Answer extends object>(request: () => Promise<Answer | Refusal>) => Promise<Answer | Refusal>;
	/** The same, but once: `later` if it may be sent again. Then `ready` waits until it may. @throws as `ready` */
	sendOnce: <Answer extends object>(request: () => Promise<Answer | Refusal>) => Promise<Answer | Refusal | 'later'>;
	/** When writing may be tried again after a limit, in milliseconds since the epoch. */
	until: () => number;
	/** How long so many writes take at least, in milliseconds. */
	estimateMs: (writes: number) => number;
};

/** A turn is used this late at most: longer than it takes to book it, and to read what a write depends on. */
const latestMs = 10_000;

/**
 * Below the limits on requests that create content, which are 80 a minute and 500 an hour, because other programs of the
 * same account count too. Turns that are used late do not exceed them either.
 * Source: docs.github.com, "Rate limits for the REST API" and "Best practices for using the REST API".
 */
export const writeRule: WriteRule = {
	spacingMs: 1000,
	windows: [
		{ms: 60_000 + latestMs, most: 80},
		{ms: 3_600_000 + latestMs, most: 480},
	],
};

/** Below the limit on requests that change anything: 900 points a minute, of which each takes five (same source). */
const parts = {ms: 60_000, most: 150};

/** After so many refusals of the same write, it is not sent again. */
const mostRefusals = 4;

/** If the host names no time. Each further wait is twice as long. */
const firstWaitMs = 60_000;

/** Shorter waits are not told: the usual ones between writes, also if several processes write. */
const shortMs = 5000;

export type PaceOptions = Pick<HostWorld, 'now' | 'sleep' | 'signal' | 'hostPatience'> & {
	onWait: OnWait;
	limits: WriteLimits;
	/** Whose turns they are; asked before the first one. */
	account: () => Promise<HostAccount>;
};

export function createPace({now, limits, account, ...world}: PaceOptions): Pace {
	const {signal} = world;
	const waitForHost = openHostWait(world, world.onWait);
	const clock = forwardClock(now);
	const {spacingMs} = writeRule;
	const rule = partOf(writeRule, limits.share);
	const reason = limits.isShared ? 'shared limit on writes' : 'limit on writes';
	/** The turn of the next write, by the clock here. */
	let booked: {from: number; until: number} | null = null;
	let lastWrite = Number.NEGATIVE_INFINITY;
	/** When parts leave, oldest first. */
	const planned: number[] = [];
	/** The last limit of the host, and how often in a row it has refused a write. */
	let held = {reason: '', until: 0};
	let refusals = 0;

	const wait = async (ms: number, why = reason, isUntold = ms <= shortMs) => {
		const refused = ms > 0 ? await waitForHost({reason: why, ms}, {isUntold}) : null;
		if (refused) throw refused;
	};

	const book = async () => {
		const whose = await account();
		const asked = clock();
		const booking = limits.of(whose).then(({take}) => take(rule));
		const ms = await unlessAborted(booking, signal);
		return {from: Math.max(clock() + ms, lastWrite + spacingMs), until: asked + ms + latestMs};
	};

	const refusedMs = async (saidMs: number) => {
		const asking = limits.of(await account()).then(({refused}) => refused(saidMs));
		return unlessAborted(asking, signal);
	};

	const ready = async () => {
		signal.throwIfAborted();
		await wait(held.until - clock(), held.reason, false);
		while (booked === null || booked.until < clock()) {
			booked = await book();
			await wait(booked.from - clock());
			// Another process may have met the limit of the host meanwhile: then this turn may be too old.
			await wait(await refusedMs(0), secondaryLimit);
		}
		await wait(booked.from - clock());
	};

	const turn = async () => {
		await ready();
		booked = null;
		lastWrite = clock();
	};

	const part = async () => {
		signal.throwIfAborted();
		const before = planned.at(-parts.most);
		const at = Math.max(clock(), before === undefined ? 0 : before + parts.ms);
		const ms = at - clock();
		planned.push(at);
		// The others of the same minute wait as long.
		await wait(ms, 'limit on writes', ms <= spacingMs || planned.length % parts.most !== 1);
	};

	const sendOnce: Pace['sendOnce'] = async request => {
		await turn();
		const answer = await request();
		const limit = 'failure' in answer ? answer.limit : null;
		if (limit) {
			const ms = limit.ms ?? firstWaitMs * 2 ** refusals;
			held = {reason: limit.reason, until: clock() + ms};
			// If it cannot be recorded, no further turn is granted either.
			if (limit.reason === secondaryLimit) await refusedMs(ms).catch(() => {});
		}
		const mayFollow = limit && refusals < mostRefusals - 1;
		refusals = mayFollow ? refusals + 1 : 0;
		return mayFollow ? 'later' : answer;
	};

	const send: Pace['send'] = async request => {
		for (;;) {
			const answer = await sendOnce(request);
			if (answer !== 'later') return answer;
		}
	};

	return {
		ready,
		turn,
		part,
		send,
		sendOnce,
		until: () => now() + (held.until > clock() ? held.until - clock() : firstWaitMs),
		estimateMs: writes => estimateTurns(rule, writes),
	};
}
