/**
 * What is known of an answer that arrives bit by bit, or of a model that is being loaded. Times in milliseconds are sums of
 * sleeps, so the time of day may change meanwhile.
 */
export type Arrival = {
	readonly what: 'answer' | 'model';
	/** Address of the server. */
	readonly server: string;
	/** So far. */
	tokens: number;
	/** Whether a part of the answer has arrived. */
	hasBegun: boolean;
	/** Before the first part, while another of our answers arrived from the same server. */
	queuedMs: number;
	/** Before the first part, the rest of the time. */
	waitedMs: number;
	/** Since the first part. */
	arrivingMs: number;
	/** Since the last part. */
	silentMs: number;
};

/** What a person is shown of it. */
export type AnswerProgress = Pick<Arrival, 'what' | 'tokens'> & {
	/** Since the request was sent. */
	ms: number;
	/** Tokens per second; null before the second part. */
	rate: number | null;
};

/** A request under way. */
export type Awaiting = {
	readonly arrival: Arrival;
	/** A part arrived: so many tokens in all. */
	part: (tokens: number) => void;
	/** So much time has passed. */
	pass: (ms: number) => void;
	end: () => void;
};

/** All requests of a run that are answered bit by bit: the one place that knows what is under way on a server. */
export type Arrivals = {
	begin: (what: Arrival['what'], server: string) => Awaiting;
};

/** @param onProgress called as time passes, with the request to show: one that is being answered, else the oldest; null without any */
export function openArrivals(onProgress: (progress: AnswerProgress | null) => void): Arrivals {
	const current = new Set<Arrival>();
	const isOtherArriving = (own: Arrival) =>
		current.values().some(other => other !== own && other.hasBegun && other.server === own.server);

	function show(): void {
		const [oldest = null] = current;
		const shown = current.values().find(({hasBegun}) => hasBegun) ?? oldest;
		onProgress(shown && progressOf(shown));
	}

	return {
		begin(what, server) {
			const times = {queuedMs: 0, waitedMs: 0, arrivingMs: 0, silentMs: 0};
			const arrival: Arrival = {what, server, tokens: 0, hasBegun: false, ...times};
			let isFresh = false;
			current.add(arrival);
			return {
				arrival,
				part(tokens) {
					arrival.tokens = tokens;
					arrival.hasBegun = true;
					isFresh = true;
				},
				pass(ms) {
					if (arrival.hasBegun) arrival.arrivingMs += ms;
					else if (isOtherArriving(arrival)) arrival.queuedMs += ms;
					else arrival.waitedMs += ms;
					arrival.silentMs = isFresh ? 0 : arrival.silentMs + ms;
					isFresh = false;
					show();
				},
				end() {
					current.delete(arrival);
					if (current.size === 0) onProgress(null);
				},
			};
		},
	};
}

function progressOf({what, tokens, queuedMs, waitedMs, arrivingMs, silentMs}: Arrival): AnswerProgress {
	const activeMs = arrivingMs - silentMs;
	return {what, tokens, ms: queuedMs + waitedMs + arrivingMs, rate: activeMs > 0 ? tokens / (activeMs / 1000) : null};
}
