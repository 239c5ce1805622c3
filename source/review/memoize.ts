/** Calls `make` once for each key, and keeps the results as long as the returned function. */
export function memoize<Key, Value extends NonNullable<unknown> | null>(
	make: (key: Key) => Value,
): (key: Key) => Value {
	const known = new Map<Key, Value>();
	return key => {
		const before = known.get(key);
		if (before !== undefined) return before;
		const made = make(key);
		known.set(key, made);
		return made;
	};
}
