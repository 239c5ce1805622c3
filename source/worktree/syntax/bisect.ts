/**
 * Finds the changes that have to be left out so that the rest is sound: each change that spoils what was kept of those
 * before it is held back. Takes about log2(n) looks for each change held back, one in all where nothing is wrong.
 *
 * @param changes in the order in which they shall have a say
 * @param isSound whether a subset, in the order of the changes, is known to do no harm; that of none is taken for granted
 */
export async function bisect<T>(
	changes: readonly T[],
	isSound: (subset: readonly T[]) => Promise<boolean>,
): Promise<{kept: T[]; heldBack: T[]}> {
	const kept: T[] = [];
	const heldBack: T[] = [];
	let rest = changes;
	while (rest.length > 0 && !(await isSound([...kept, ...rest]))) {
		let sound = 0;
		let spoilt = rest.length;
		while (spoilt - sound > 1) {
			const middle = (sound + spoilt) >> 1;
			if (await isSound([...kept, ...rest.slice(0, middle)])) sound = middle;
			else spoilt = middle;
		}
		kept.push(...rest.slice(0, sound));
		heldBack.push(rest[sound]!);
		rest = rest.slice(spoilt);
	}
	return {kept: [...kept, ...rest], heldBack};
}
