import type {Provider} from './providers/registry.ts';

/** A provider, and a promise that resolves when none of its requests is under way. */
export type TrackedProvider = {provider: Provider; ended: () => Promise<void>};

/**
 * Follows what a provider has begun. Who asks goes on as soon as a time limit or an abort ends the question; a client
 * program that is told to end then, and its folder, take a moment longer.
 */
export function follow(provider: Provider): TrackedProvider {
	const underWay = new Set<Promise<void>>();
	const begun = () => {
		const end = Promise.withResolvers<void>();
		underWay.add(end.promise);
		return () => {
			underWay.delete(end.promise);
			end.resolve();
		};
	};
	return {
		provider: {
			...provider,
			async ask(request, signal) {
				const end = begun();
				return provider.ask(request, signal).finally(end);
			},
			async *check(signal, how) {
				const end = begun();
				try {
					yield* provider.check(signal, how);
				} finally {
					end();
				}
			},
		},
		ended: async () => void (await Promise.all(underWay)),
	};
}
