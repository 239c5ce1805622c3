/** Milliseconds that a stop may take; the time does not run while this process is stopped. */
const stopMs = 250;

/**
 * What an app does with its terminal and its signals while another program has the terminal.
 * @param app the process that has the terminal
 */
export function jobControlOf(app: NodeJS.Process) {
	/** Replaces the listeners of a signal; without `own` the signal has its default effect. */
	async function withListener<T>(signal: NodeJS.Signals, own: (() => void) | null, work: () => Promise<T>): Promise<T> {
		const listeners = app.listeners(signal);
		app.removeAllListeners(signal);
		if (own) app.on(signal, own);
		try {
			return await work();
		} finally {
			if (own) app.off(signal, own);
			for (const listener of listeners) app.on(signal, listener);
		}
	}

	return {
		/**
		 * While another program has the terminal, Ctrl-Z signals the whole job and must stop all of it. If the app alone kept
		 * running, a program that it is starting could be stopped before it has begun, and Node waits for that.
		 */
		stoppable: <T>(work: () => Promise<T>) => withListener('SIGTSTP', null, work),
		/** While a program has the terminal, Ctrl-C is for that program, but the terminal sends it to both. */
		uninterrupted: <T>(work: () => Promise<T>) => withListener('SIGINT', () => {}, work),
		/**
		 * Stops this job with all its processes, as the terminal would: otherwise a parent such as npx keeps the shell waiting.
		 * Resolves when the job continues. The system does not stop a job without a shell, which could never continue; then it
		 * resolves at once.
		 */
		async stopUntilContinued(): Promise<void> {
			const {promise, resolve} = Promise.withResolvers<void>();
			const timer = setTimeout(resolve, stopMs);
			app.once('SIGCONT', resolve);
			app.kill(0, 'SIGTSTP');
			await promise;
			clearTimeout(timer);
			// If the time ran out while stopped, SIGCONT is still to be delivered.
			await new Promise(setImmediate);
			app.off('SIGCONT', resolve);
		},
	};
}
