/** A value for each name, in their order. */
export const byName = <Name extends string, Value>(names: readonly Name[], valueFor: (name: Name) => Value) =>
	Object.fromEntries(names.map(name => [name, valueFor(name)])) as Record<Name, Value>;
