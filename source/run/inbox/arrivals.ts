/** What arrives in any order, and is used in another. */
export type Arrivals<Value> = {
	arrive: (id: string, value: Promise<Value>) => void;
	/** Nothing more arrives, because of this error if there is one. */
	end: (error?: unknown) => void;
	/** Rejects if it never arrives. */
	of: (id: string) => Promise<Value>;
};

export function openArrivals<Value>(ids: readonly string[]): Arrivals<Value> {
	const slots = new Map(ids.map(id => [id, Promise.withResolvers<Value>()]));
	// A later await gets the error; until then it counts as handled.
	for (const {promise} of slots.values()) promise.catch(() => {});
	return {
		arrive: (id, value) => slots.get(id)?.resolve(value),
		end: (error = new Error('not all pull requests were read')) => {
			for (const {reject} of slots.values()) reject(error);
		},
		of: id => slots.get(id)!.promise,
	};
}
