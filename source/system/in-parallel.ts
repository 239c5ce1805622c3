/**
 * Runs the work for each item, at most so many at a time; the results are in the order of the items. @throws the first
 * error of any of them
 */
export async function inParallel<Item, Result>(
	items: readonly Item[],
	atATime: number,
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const left = items.entries();
	const worker = async () => {
		for (const [index, item] of left) results[index] = await work(item);
	};
	await Promise.all(Array.from({length: atATime}, worker));
	return results;
}
