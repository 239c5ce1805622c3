import type {DeliveryPresets} from '../delivery/choices.ts';
import {Failure} from '../failure.ts';
import type {Policy} from '../resolve/policy.ts';
import type {AnalyzeRequest} from '../run/analyze.ts';
import type {Context} from '../run/context.ts';
import {makeOwnRuns, type OwnRuns} from '../run/session/own-runs.ts';
import type {Planned} from '../run/session/planned.ts';
import {openSession, type Session} from '../run/session/session.ts';
import {type Driver, makeDriver, type RunState} from '../run/state.ts';
import type {Repository} from '../worktree/repository.ts';
import type {Allowed} from './allow.ts';
import {busy, type Jobs, openJobs} from './jobs.ts';

/** What the settings and the command line of a server decide. */
export type DeskRequest = {
	request: AnalyzeRequest;
	policy: Policy;
	presets: DeliveryPresets;
	/** What to read in; null: the working tree of the context. */
	repository: Repository | null;
};

/** Where a server reads: in a working tree, of a repository on the host, or of a recording. */
export type DeskPlace = 'worktree' | 'host' | 'recording';

/** Opens what is needed to read a pull request, by its number (null: that of the branch), until `work` ends. */
export type OpenRequest = (
	number: number | null,
	work: (request: DeskRequest) => Promise<void>,
	context: Context,
) => Promise<void>;

/** A pull request as it was read last, with the plan for the files of today. */
export type Reading = {
	/** Its number as it was asked for; null: that of the branch. */
	number: number | null;
	request: DeskRequest;
	session: Session;
	driver: Driver;
	planned: Planned;
	/** What this server has written on it. */
	own: OwnRuns;
};

/** What the tools of a server share. One pull request is open at a time. */
export type Desk = {
	place: DeskPlace;
	allowed: Allowed;
	jobs: Jobs;
	context: Context;
	/** The publication that was cut, by the hash of its preview; null if none was. */
	cut: {hash: string; run: string} | null;
	/** The last one; null before the first. */
	last: () => Reading | null;
	/**
	 * Reads a pull request, or only what has changed since: files, checkout, what was decided here, and comments once a minute. While a
	 * call writes, others see what was read last.
	 * @param how.isWriter whether the call that writes reads @throws {Failure} failed `agent-busy`; as `openSession`
	 */
	read: (number: number | null, how: {refresh: boolean; isWriter?: boolean}, signal: AbortSignal) => Promise<Reading>;
	/** Plans again after a mark, a run or a step. */
	plan: (reading: Reading, signal: AbortSignal, how?: PlanHow) => Promise<Planned>;
	close: () => Promise<void>;
};

/** `only`: ids of the findings to write; `picked`: ids of changes chosen in their conflicts. */
export type PlanHow = {only?: ReadonlySet<string> | null; picked?: ReadonlySet<string> | null};

/** At most one request in this time asks what is new. */
const newsMs = 60_000;

type DeskWorld = {place: DeskPlace; allowed: Allowed; open: OpenRequest};

export function openDesk({place, allowed, open}: DeskWorld, context: Context): Desk {
	/** By the number of a pull request. */
	const ownRuns = new Map<number | null, OwnRuns>();
	/** The number of the branch's, as it was read last; null if it is not known. */
	let branchs: number | null = null;
	const jobs = openJobs(context);
	let last: Reading | null = null;
	let release: (() => Promise<void>) | null = null;
	let askedAt = context.now();
	/** Reads one after the other. */
	let turn: Promise<unknown> = Promise.resolve();

	async function openReading(number: number | null, signal: AbortSignal): Promise<Reading> {
		await release?.();
		[last, release] = [null, null];
		const {signal: both, leave} = untilLeft(signal, context.signal);
		try {
			return await openWith(number, {...context, signal: both}, signal);
		} finally {
			leave();
		}
	}

	async function openWith(number: number | null, world: Context, signal: AbortSignal): Promise<Reading> {
		const opened = await held<DeskRequest>(done => open(number, done, world));
		release = opened.release;
		const {request, policy, repository} = opened.value;
		const driver = makeDriver(() => {});
		// That of the branch may be asked for by its number too.
		const own = ownRuns.get(number ?? branchs) ?? makeOwnRuns();
		const shared = {asker: null, consent: 'refused', own} as const;
		const session = await driver.follow(openSession(request, policy, shared, world, repository));
		const planned = await driver.follow(session.plan([], null, signal));
		askedAt = context.now();
		const read = planned.analysis.pullRequest.number;
		const known = ownRuns.get(read);
		if (number === null) branchs = read;
		if (number === null && own !== known && (hasRuns(own) || hasRuns(known))) {
			// The branch has led to another pull request than before.
			if (known === undefined) ownRuns.set(read, makeOwnRuns());
			return openReading(null, signal);
		}
		if (number === null || known === undefined) ownRuns.set(read, own);
		last = {number, request: opened.value, session, driver, planned, own};
		return last;
	}

	const plan: Desk['plan'] = async (reading, signal, {only = null, picked = null} = {}) => {
		const planned = await reading.driver.follow(reading.session.plan([], only, signal, picked));
		if (only === null && picked === null) reading.planned = planned;
		return planned;
	};

	async function readNow(number: number | null, refresh: boolean, signal: AbortSignal): Promise<Reading> {
		if (last === null || refresh || last.number !== number) return openReading(number, signal);
		const isDue = place !== 'recording' && context.now() - askedAt >= newsMs;
		if (isDue) askedAt = context.now();
		const {files, moved, news} = await last.session.outside(isDue, signal);
		if (moved !== null || (typeof news === 'number' && news > 0)) return openReading(number, signal);
		const isRecalled = await last.session.recall();
		if (files.length > 0) await last.session.look();
		if (files.length > 0 || isRecalled) await plan(last, signal);
		return last;
	}

	return {
		place,
		allowed,
		jobs,
		context,
		cut: null,
		last: () => last,
		read(number, {refresh, isWriter = false}, signal) {
			const writer = isWriter ? null : jobs.writer();
			if (writer !== null) {
				if (last === null || refresh || last.number !== number) return Promise.reject(busy(writer));
				return Promise.resolve(last);
			}
			const reading = turn.then(() => readNow(number, refresh, signal));
			turn = reading.catch(() => {});
			return reading;
		},
		plan,
		async close() {
			await jobs.close(
				new Failure('interrupted', 'interrupted', 'The client has closed the connection.', 'Start the server again.'),
			);
			await turn;
			await release?.();
		},
	};
}

const hasRuns = (own: OwnRuns | undefined): boolean => own !== undefined && own.all().length > 0;

/** A value that lives until it is released. */
async function held<Value>(
	open: (work: (value: Value) => Promise<void>) => Promise<void>,
): Promise<{value: Value; release: () => Promise<void>}> {
	const opened = Promise.withResolvers<Value>();
	const left = Promise.withResolvers<void>();
	const end = open(value => {
		opened.resolve(value);
		return left.promise;
	});
	end.catch(opened.reject);
	const value = await opened.promise;
	return {
		value,
		async release() {
			left.resolve();
			await end;
		},
	};
}

/** A signal for what outlasts a call: it follows the call's until that is left. */
function untilLeft(call: AbortSignal, always: AbortSignal): {signal: AbortSignal; leave: () => void} {
	const cancelled = new AbortController();
	const cancel = () => cancelled.abort(call.reason);
	if (call.aborted) cancel();
	call.addEventListener('abort', cancel, {once: true});
	return {
		signal: AbortSignal.any([cancelled.signal, always]),
		leave: () => call.removeEventListener('abort', cancel),
	};
}

/** What the views draw of a reading. */
export const viewOf = ({driver, planned}: Reading): {state: RunState; analysis: Planned['analysis']} => ({
	state: driver.state(),
	analysis: planned.analysis,
});
