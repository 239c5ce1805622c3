/** Decides when progress is written as a line that stays, so that a log shows a run that goes on. */
export type ProgressPace = {
	/** Whether a line may be written now. @param isWait names something that is waited for */
	take: (isWait?: boolean) => boolean;
	/** Another line on stderr shows it. */
	note: () => void;
};

const everyMs = 10_000;

/** @param now in milliseconds; the run begins now */
export function openProgressPace(now: () => number): ProgressPace {
	const start = now();
	let last: number | null = null;
	return {
		take(isWait = false) {
			// What is waited for is shown from the first wait on, other progress of a run that takes a while.
			const from = last ?? (isWait ? start - everyMs : start);
			if (now() - from < everyMs) return false;
			last = now();
			return true;
		},
		note() {
			last = now();
		},
	};
}
