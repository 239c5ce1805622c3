/** Searches for a sequence of items, one item at a time (Knuth, Morris, Pratt); time is linear in both sequences. */
export class Pattern<Item> {
	readonly #items: readonly Item[];
	/** For each number of matched items, how many still match if the next one differs. */
	readonly #fallback: number[] = [0, 0];

	constructor(items: readonly Item[]) {
		this.#items = items;
		for (let count = 1; count < items.length; count++) {
			this.#fallback.push(this.#advance(this.#fallback[count]!, items[count]!));
		}
	}

	/** How many items match after this one if `matched` did before; all of them is an occurrence. */
	next(matched: number, item: Item): number {
		return this.#advance(matched === this.#items.length ? this.#fallback[matched]! : matched, item);
	}

	/** The indices (0-based) at which the sequence starts, overlapping ones too; none for an empty one. */
	*placesIn(text: Iterable<Item>): Generator<number> {
		const {length} = this.#items;
		if (length === 0) return;
		let matched = 0;
		let end = 0;
		for (const item of text) {
			matched = this.next(matched, item);
			end++;
			if (matched === length) yield end - length;
		}
	}

	#advance(matched: number, item: Item): number {
		let count = matched;
		while (count > 0 && this.#items[count] !== item) count = this.#fallback[count]!;
		return this.#items[count] === item ? count + 1 : 0;
	}
}
