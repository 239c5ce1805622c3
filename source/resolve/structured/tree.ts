/** From the root to a value: names of keys and indices of lists. */
export type KeyPath = readonly (string | number)[];

/**
 * A value as it stands in a source; all positions are offsets. The slots of a collection follow one another without a
 * gap from `from` on.
 */
export type Tree =
	/** `isText`: it stands on several lines. */
	| {kind: 'scalar'; spelling: string; isText?: boolean}
	| {
			kind: 'map' | 'list';
			/** Whether commas stand between the entries; otherwise each has lines of its own. */
			separated: boolean;
			from: number;
			slots: Slot[];
			/** Equal for equal values, whatever their layout, comments and order of keys. */
			readonly spelling: string;
	  };

export type Collection = Exclude<Tree, {kind: 'scalar'}>;

/** All of the text that goes with an entry of a collection: comments above it, key, value, comma, comment behind it. */
export type Slot = {
	/** Relative to the collection; more than one where a key is dotted. A number at the end is an index. */
	keys: KeyPath;
	start: number;
	end: number;
	/** Where the value ends, and a comma belongs. */
	valueEnd: number;
	/** Where the comma stands; null where there is none. */
	comma: number | null;
	tree: Tree;
};

/** What is wrong with a source. */
export type Fault = {
	what: string;
	/** 1-based. */
	line: number;
	/** Bad style rather than an error: where a file has it already, more of it does no harm. */
	isHabit?: true;
};

export type Reading = {
	/** The whole source; null where it cannot be understood as a tree. */
	root: Slot | null;
	faults: Fault[];
};

/** Reads a source (without byte order mark). Never throws. */
export type Reader = (source: string) => Reading;

/** Deeper trees are not looked into: what walks them is recursive. */
export const deepest = 200;

/** What two keys or paths have in common exactly when they are the same. */
export const idOf = (keys: KeyPath) => JSON.stringify(keys);

/** Members of one list have the same name: their index is what changes. */
export const nameOf = (keys: KeyPath) => idOf(isIndexed(keys) ? [...keys.slice(0, -1), 0] : keys);

export const isIndexed = (keys: KeyPath) => typeof keys.at(-1) === 'number';

/** A collection that spells itself when first asked: a merge asks on every level above a value. */
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
