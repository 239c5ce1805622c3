import type {Provider} from './providers/registry.ts';

/** What has begun and not ended yet. */
export function openUnderWay() {
	const all = new Set<Promise<void>>();
	return {
		/** Returns what to call at the end. */
		begin() {
			const end = Promise.withResolvers<void>();
			all.add(end.promise);
			return () => {
				all.delete(end.promise);
				end.resolve();
			};
		},
		/** Resolves when everything that has begun until now has ended. */
		ended: async () => void (await Promise.all(all)),
	};
}

/**
 * Follows what a provider has begun. Who asks goes on as soon as a time limit or an abort ends the question; a client
 * program that is told to end then, and its folder, take a moment longer.
 */
export function follow(provider: Provider): {provider: Provider; ended: () => Promise<void>} {
	const {begin, ended} = openUnderWay();
	const {loadModel} = provider;
	return {
		provider: {
			...provider,
			async ask(...asked) {
				const end = begin();
				return provider.ask(...asked).finally(end);
			},
			...(loadModel && {loadModel: async signal => loadModel(signal).finally(begin())}),
			async *check(signal, how) {
				const end = begin();
				try {
					yield* provider.check(signal, how);
				} finally {
					end();
				}
			},
		},
		ended,
	};
}
