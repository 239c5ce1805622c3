/** So many may work at a time; the others wait, the first to come first. */
export function openSlots(free: number) {
	const waiting: (() => void)[] = [];

	/** @returns gives the slot back @throws the signal's reason if it aborts before there is one */
	async function take(gone: AbortSignal): Promise<() => void> {
		gone.throwIfAborted();
		if (free > 0) free -= 1;
		else {
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			waiting.push(resolve);
			gone.addEventListener('abort', () => {
				const place = waiting.indexOf(resolve);
				if (place >= 0) waiting.splice(place, 1);
				reject(gone.reason);
			});
			await promise;
		}
		return () => {
			const next = waiting.shift();
			if (next) next();
			else free += 1;
		};
	}

	return {take};
}
