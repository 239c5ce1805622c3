import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import {toFailure} from '../system/to-failure.ts';
import {textOfFailure} from './failure-text.ts';

/** How long a call may take before it answers that its work goes on. */
const answerMs = 45_000;

/** How long a call waits for another that writes. */
const patienceMs = 10_000;

type Ended = {text: string} | {error: unknown};

type Job = {
	name: string;
	controller: AbortController;
	/** What it does at the moment, in words; empty if nothing is known. */
	doing: () => string;
	end: Promise<Ended>;
};

/** What has ended after its call was answered, and what goes on. `given`: ends are not told again. */
export type News = {text: string; given: () => void};

/** Work that writes, or runs a command, one after the other; it may outlast the call that began it. */
export type Jobs = {
	/**
	 * Begins it, waits for its end as long as a client does, and answers; a cancel of the call before that ends it.
	 * @throws what the work throws; {Failure} failed `agent-busy` while another one goes on
	 */
	run: (
		job: {name: string; doing: () => string},
		work: (signal: AbortSignal) => Promise<string>,
		call: AbortSignal,
	) => Promise<string>;
	/** Waits for the end of the one that goes on. Null if there is none, and none has ended that was not given yet. */
	wait: (call: AbortSignal) => Promise<News | null>;
	/** The name of the one that goes on; null if none does. */
	writer: () => string | null;
	/** What the one that goes on does at the moment, in words. */
	doing: () => string;
	/** Ends the one that goes on, as Ctrl-C does. */
	stop: (reason: unknown) => void;
	/** Resolves when nothing goes on. */
	close: (reason: unknown) => Promise<void>;
};

export function openJobs({sleep}: Pick<Context, 'sleep'>): Jobs {
	let current: Job | null = null;
	let untold: readonly {name: string; end: Ended}[] = [];
	let closed: {reason: unknown} | null = null;

	/** Resolves after this time, or at once when a signal aborts. */
	const passed = (ms: number, ...signals: AbortSignal[]): Promise<null> =>
		sleep(ms, AbortSignal.any(signals)).then(
			() => null,
			() => null,
		);

	/** Its end, or null if it does not come in time. */
	async function inTime(job: Job, ms: number, call: AbortSignal): Promise<Ended | null> {
		const left = new AbortController();
		const end = await Promise.race([job.end, passed(ms, left.signal, call)]);
		left.abort();
		return end;
	}

	const tell = (end: Ended) => {
		if ('error' in end) throw end.error;
		return end.text;
	};

	return {
		async run({name, doing}, work, call) {
			const left = new AbortController();
			const patience = current && passed(patienceMs, left.signal, call);
			// Nothing is waited for between the last look and the beginning: of calls that wait for the same end, one begins.
			while (current) {
				const end = await Promise.race([current.end, patience]);
				call.throwIfAborted();
				if (end === null && current) throw busy(current.name);
			}
			left.abort();
			call.throwIfAborted();
			if (closed) throw closed.reason;
			const controller = new AbortController();
			const cancel = () => controller.abort(call.reason);
			call.addEventListener('abort', cancel, {once: true});
			let isAnswered = false;
			// Done before those who wait for the end go on.
			const settle = (end: Ended): Ended => {
				current = null;
				if (isAnswered) untold = [...untold, {name, end}];
				return end;
			};
			const end = work(controller.signal).then(
				text => settle({text}),
				(error: unknown) => settle({error}),
			);
			const job: Job = {name, controller, doing, end};
			current = job;
			const early = await inTime(job, answerMs, new AbortController().signal);
			call.removeEventListener('abort', cancel);
			if (early) return tell(early);
			isAnswered = true;
			return goingOn(job);
		},
		async wait(call) {
			const job = current;
			const goesOn = job && (await inTime(job, answerMs, call)) === null ? [goingOn(job)] : [];
			const told = untold;
			const lines = [...told.map(({name, end}) => `${name}: ${wordsOf(end)}`), ...goesOn];
			if (lines.length === 0) return null;
			return {
				text: lines.join('\n'),
				given() {
					untold = untold.filter(each => !told.includes(each));
				},
			};
		},
		writer: () => current?.name ?? null,
		doing: () => (current ? [current.name, current.doing()].filter(Boolean).join(': ') : 'reading'),
		stop: reason => current?.controller.abort(reason),
		async close(reason) {
			closed = {reason};
			current?.controller.abort(reason);
			await current?.end;
		},
	};
}

const wordsOf = (end: Ended) => ('text' in end ? end.text : textOfFailure(toFailure(end.error)));

const goingOn = ({name, doing}: Job) =>
	[`${name} goes on.`, doing(), 'Call status for its result; status with stop ends it.'].filter(Boolean).join(' ');

export const busy = (name: string) =>
	new Failure(
		'failed',
		'agent-busy',
		`Another call of this server is writing: ${name}.`,
		'Call status, which waits for its end, then call this again.',
	);
