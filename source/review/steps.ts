/** Work in steps; the caller can do something else between them, or stop. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps and returns the result. */
export function atOnce<Result>(steps: Steps<Result>): Result {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}
