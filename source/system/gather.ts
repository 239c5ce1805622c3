/** One of several tasks. It may call `need` once, which resolves when all other tasks have called it too or have ended. */
export type GatheredTask<Need, Result> = (need: (what: Need) => Promise<void>) => Promise<Result>;

/**
 * Runs tasks at the same time and does in one go what each of them needs in the middle. The results are in the order of
 * the tasks. @throws the first error of any of them
 */
export function gather<Need, Result>(
	tasks: readonly GatheredTask<Need, Result>[],
	provide: (needs: readonly Need[]) => Promise<void>,
): Promise<Result[]> {
	const needs: Need[] = [];
	const {promise: provided, resolve} = Promise.withResolvers<void>();
	let left = tasks.length;
	const arrive = () => {
		left -= 1;
		if (left === 0 && needs.length > 0) resolve(provide(needs));
	};
	const run = async (task: GatheredTask<Need, Result>) => {
		let isWaiting = false;
		const need = (what: Need) => {
			isWaiting = true;
			needs.push(what);
			arrive();
			return provided;
		};
		try {
			return await task(need);
		} finally {
			if (!isWaiting) arrive();
		}
	};
	return Promise.all(tasks.map(run));
}
