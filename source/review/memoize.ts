/** Calls `make` once for each key, and keeps the results as long as the returned function. */
export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const known = new Map<Key, Value>();
	return key => {
		if (!known.has(key)) known.set(key, make(key));
		return known.get(key)!;
	};
}
