/** How often work that goes on is shown. */
const tickMs = 1000;

/** Does some work, and shows from its start how long it has been going on, in milliseconds. */
export async function ticking<Result>(show: (ms: number) => void, work: () => Promise<Result>): Promise<Result> {
	show(0);
	const start = performance.now();
	const timer = setInterval(() => show(performance.now() - start), tickMs);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}
