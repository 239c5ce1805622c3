/**
 * What is known of an answer that arrives bit by bit, or of a model that is being loaded. Times in milliseconds are sums of
 * sleeps, so the time of day may change meanwhile.
 */
export type ServerJob = {
	readonly what: 'answer' | 'model';
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

export type AnswerProgress = Pick<ServerJob, 'what' | 'tokens'> & {
	/** Since the request was sent. */
	ms: number;
	/** Tokens per second; null before the second part. */
	rate: number | null;
};

export type ServerJobs = ReturnType<typeof openServerJobs>;

/**
 * All requests of a run that are answered bit by bit: the one place that knows what is under way on a server.
 * @param onProgress called as time passes, with the request to show: one that is being answered, else the oldest; null without any
 */
export function openServerJobs(onProgress: (progress: AnswerProgress | null) => void) {
	const current = new Set<ServerJob>();
	const isOtherArriving = (own: ServerJob) =>
		current.values().some(other => other !== own && other.hasBegun && other.server === own.server);

	function show(): void {
		const [oldest = null] = current;
		const shown = current.values().find(({hasBegun}) => hasBegun) ?? oldest;
		onProgress(shown && answerProgressOf(shown));
	}

	return {
		begin(what: ServerJob['what'], server: string) {
			const times = {queuedMs: 0, waitedMs: 0, arrivingMs: 0, silentMs: 0};
			const job: ServerJob = {what, server, tokens: 0, hasBegun: false, ...times};
			let isFresh = false;
			current.add(job);
			return {
				job,
				/** A part arrived: so many tokens in all. */
				part(tokens: number) {
					job.tokens = tokens;
					job.hasBegun = true;
					isFresh = true;
				},
				pass(ms: number) {
					if (job.hasBegun) job.arrivingMs += ms;
					else if (isOtherArriving(job)) job.queuedMs += ms;
					else job.waitedMs += ms;
					job.silentMs = isFresh ? 0 : job.silentMs + ms;
					isFresh = false;
					show();
				},
				end() {
					current.delete(job);
					if (current.size === 0) onProgress(null);
				},
			};
		},
	};
}

function answerProgressOf({what, tokens, queuedMs, waitedMs, arrivingMs, silentMs}: ServerJob): AnswerProgress {
	const activeMs = arrivingMs - silentMs;
	return {what, tokens, ms: queuedMs + waitedMs + arrivingMs, rate: activeMs > 0 ? tokens / (activeMs / 1000) : null};
}
