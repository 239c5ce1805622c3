/** A clock that stands still while anything is done, and moves on to the next sleeper when all sleep. */
export function virtualTime(start: number) {
	let time = start;
	let awake = 0;
	const sleepers: {until: number; wake: () => void}[] = [];

	function rest(): void {
		awake -= 1;
		if (awake > 0 || sleepers.length === 0) return;
		const until = Math.min(...sleepers.map(one => one.until));
		const [next] = sleepers.splice(
			sleepers.findIndex(one => one.until === until),
			1,
		);
		time = until;
		awake += 1;
		next!.wake();
	}

	return {
		now: () => time,
		sleep: (ms: number) =>
			new Promise<void>(wake => {
				sleepers.push({until: time + ms, wake});
				rest();
			}),
		/** Does all of this at once. Only what is done here may sleep. */
		async run<Result>(works: readonly (() => Promise<Result>)[]): Promise<Result[]> {
			awake += works.length;
			return Promise.all(works.map(work => work().finally(rest)));
		},
	};
}
