/** From the root to a value: names of keys and indices of lists. */
export type KeyPath = readonly (string | number)[];

/** A value in a source; all positions are offsets. The slots of a collection are adjacent and start at `from`. */
export type Tree =
	/** `isText`: a text on several lines. */
	| {kind: 'scalar'; spelling: string; isText?: boolean}
	| {
			kind: 'map' | 'list';
			/** Whether commas separate the entries; otherwise each is on separate lines. */
			separated: boolean;
			from: number;
			slots: Slot[];
			/** Canonical: equal for equal values, regardless of layout, comments and order of keys. */
			readonly spelling: string;
	  };

export type Collection = Exclude<Tree, {kind: 'scalar'}>;

/** All text that belongs to an entry of a collection: comments above it, key, value, comma, comment after it. */
export type Slot = {
	/** Relative to the collection; more than one for a dotted key. A number at the end is an index. */
	keys: KeyPath;
	start: number;
	end: number;
	/** The end of the value, where a comma would go. */
	valueEnd: number;
	/** The offset of the comma; null if there is none. */
	comma: number | null;
	tree: Tree;
};

/** An error in a source. */
export type ParseFault = {
	what: string;
	/** 1-based. */
	line: number;
	/** Bad style rather than an error: accepted in a file that already has it. */
	isHabit?: true;
};

export type ParseResult = {
	/** The whole source; null if it cannot be parsed to a tree. */
	root: Slot | null;
	faults: ParseFault[];
};

/** Reads a source (without byte order mark). Never throws. */
export type Reader = (source: string) => ParseResult;

/** Deeper trees are not read, because the functions that walk them are recursive. */
export const deepest = 200;

/** Equal for equal paths only. */
export const idOf = (keys: KeyPath) => JSON.stringify(keys);

/** The path without the index of a list member: equal for all members of one list. */
export const nameOf = (keys: KeyPath) => idOf(isIndexed(keys) ? [...keys.slice(0, -1), 0] : keys);

export const isIndexed = (keys: KeyPath) => typeof keys.at(-1) === 'number';

/** A collection that computes its spelling once, on first use: a merge needs it on every level above a value. */
export function collection(fields: Omit<Collection, 'spelling'>): Collection {
	let spelling: string | null = null;
	return {
		...fields,
		get spelling() {
			spelling ??= spellCollection(
				fields.kind,
				fields.slots.map(({keys, tree}) => [keys, tree.spelling]),
			);
			return spelling;
		},
	};
}

export function spellCollection(kind: 'map' | 'list', entries: readonly (readonly [KeyPath, string])[]): string {
	const named = entries.map(([keys, value]) => ({name: nameOf(keys), value}));
	// The sort is stable: members of a list keep their order.
	named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
	return `${kind}(${named.map(({name, value}) => `${name}=${value}`).join(',')})`;
}

/** The key path in words: `scripts.test`, `jobs[0].name`. */
export function describePath(path: KeyPath): string {
	return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`)).join('');
}
