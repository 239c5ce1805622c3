/** Runs a generator to its end; passes on what it yields and resolves with what it returns. */
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
