/** Runs a generator to its end and hands on what it yields; resolves with what it returns. */
export async function follow<Event, Result>(
	run: AsyncGenerator<Event, Result>,
	onEvent: (event: Event) => void = () => {},
): Promise<Result> {
	for (;;) {
		const step = await run.next();
		if (step.done) return step.value;
		onEvent(step.value);
	}
}
