/** A row of items to be met in another one, an item at a time (Knuth, Morris, Pratt): time is linear in both. */
export class Pattern<Item> {
	readonly #items: readonly Item[];
	/** For each count of met items, how many are still met where the next one differs. */
	readonly #fallback: number[] = [0, 0];

	constructor(items: readonly Item[]) {
		this.#items = items;
		for (let count = 1; count < items.length; count++) {
			this.#fallback.push(this.#advance(this.#fallback[count]!, items[count]!));
		}
	}

	/** How many items are met after this one, where `met` were before; all of them is a full occurrence. */
	next(met: number, item: Item): number {
		return this.#advance(met === this.#items.length ? this.#fallback[met]! : met, item);
	}

	#advance(met: number, item: Item): number {
		let count = met;
		while (count > 0 && this.#items[count] !== item) count = this.#fallback[count]!;
		return this.#items[count] === item ? count + 1 : 0;
	}
}
