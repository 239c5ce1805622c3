/** Items in groups that grow together: at first, each is alone. */
export type Partition<Item> = {
	join: (items: readonly Item[]) => void;
	/** In the order of their first items. */
	groups: () => Item[][];
};

/** A disjoint-set forest with path compression. */
export function openPartition<Item>(items: readonly Item[]): Partition<Item> {
	const parent = new Map<Item, Item>();
	const root = (item: Item): Item => {
		let top = item;
		for (let next = parent.get(top); next !== undefined; next = parent.get(top)) top = next;
		for (let next = item; next !== top; ) {
			const above = parent.get(next) ?? top;
			parent.set(next, top);
			next = above;
		}
		return top;
	};
	return {
		join(items) {
			const [first, ...others] = items;
			if (first === undefined) return;
			const top = root(first);
			for (const other of others.map(root)) if (other !== top) parent.set(other, top);
		},
		groups: () => [...Map.groupBy(items, root).values()],
	};
}
