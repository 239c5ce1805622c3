/** Whether a value is a key of the table. */
export const isKeyOf =
	<T extends object>(table: T) =>
	(value: unknown): value is keyof T =>
		typeof value === 'string' && Object.hasOwn(table, value);

/** The keys of a table, which has no others, in their order. */
export const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) => Object.keys(table) as Name[];

/** Some fields of a value, as far as it has them, in the order of the names. */
export const pick = <Whole extends object, Name extends string & keyof Whole>(whole: Whole, names: readonly Name[]) =>
	Object.fromEntries(names.filter(name => name in whole).map(name => [name, whole[name]])) as Pick<Whole, Name>;

/** A value for each name, in their order. */
export const byName = <Name extends string, Value>(names: readonly Name[], valueFor: (name: Name) => Value) =>
	Object.fromEntries(names.map(name => [name, valueFor(name)])) as Record<Name, Value>;
