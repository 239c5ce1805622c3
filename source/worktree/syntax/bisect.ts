/**
 * Finds the changes that have to be left out so that the rest is sound: each change that spoils what was kept of those
 * before it is held back, with what was wrong. Takes about log2(n) looks for each change held back, one in all where
 * nothing is wrong.
 *
 * @param changes in the order in which they shall have a say
 * @param faultOf what is wrong with a subset, in the order of the changes; null where it is known to do no harm, which
 * is taken for granted of the empty one
 */
export async function bisect<T, Fault>(
	changes: readonly T[],
	faultOf: (subset: readonly T[]) => Promise<Fault | null>,
): Promise<{kept: T[]; heldBack: {change: T; fault: Fault}[]}> {
	const kept: T[] = [];
	const heldBack: {change: T; fault: Fault}[] = [];
	let rest = changes;
	while (rest.length > 0) {
		let fault = await faultOf([...kept, ...rest]);
		if (fault === null) break;
		let sound = 0;
		let spoilt = rest.length;
		while (spoilt - sound > 1) {
			const middle = (sound + spoilt) >> 1;
			const found = await faultOf([...kept, ...rest.slice(0, middle)]);
			if (found === null) sound = middle;
			else {
				spoilt = middle;
				fault = found;
			}
		}
		kept.push(...rest.slice(0, sound));
		heldBack.push({change: rest[sound]!, fault});
		rest = rest.slice(spoilt);
	}
	return {kept: [...kept, ...rest], heldBack};
}
