/** Work in steps, between which something else can be done, or the work be left. */
export type Steps<Result> = Generator<void, Result>;

/** The result of work that is done without a stop. */
export function atOnce<Result>(steps: Steps<Result>): Result {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}
