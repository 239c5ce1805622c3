/** Opens something with the first call; all calls return the same. */
export function onFirstUse<Value>(open: () => Value): () => Value {
	let opened: {value: Value} | null = null;
	return () => {
		opened ??= {value: open()};
		return opened.value;
	};
}
