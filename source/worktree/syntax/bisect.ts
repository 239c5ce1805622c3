type HeldBack<T, Fault> = {change: T; fault: Fault};

/**
 * Finds the changes that have to be left out so that the rest is sound: each change that spoils what was kept of those
 * before it is held back, with what was wrong, unless it is sound beside all that is kept in the end: a second run would
 * find that. Takes about log2(n) looks for each change held back, one in all where nothing is wrong.
 *
 * @param changes in the order in which they shall have a say
 * @param faultOf what is wrong with a subset, in the order of the changes; null where it is known to do no harm, which
 * is taken for granted of the empty one
 */
export async function bisect<T, Fault>(
	changes: readonly T[],
	faultOf: (subset: readonly T[]) => Promise<Fault | null>,
): Promise<{kept: T[]; heldBack: HeldBack<T, Fault>[]}> {
	const place = new Map(changes.map((change, index) => [change, index]));
	const inOrder = (some: readonly T[]) => some.toSorted((a, b) => place.get(a)! - place.get(b)!);
	let kept: T[] = [];
	let open = changes;
	for (;;) {
		const before = kept;
		const found = await look(open, subset => faultOf(inOrder([...before, ...subset])));
		kept = inOrder([...kept, ...found.kept]);
		if (found.kept.length === 0 || found.heldBack.length === 0) return {kept, heldBack: found.heldBack};
		open = found.heldBack.map(({change}) => change);
	}
}

/** Looks at each change once, beside those before it. */
async function look<T, Fault>(
	changes: readonly T[],
	faultOf: (subset: readonly T[]) => Promise<Fault | null>,
): Promise<{kept: T[]; heldBack: HeldBack<T, Fault>[]}> {
	const kept: T[] = [];
	const heldBack: HeldBack<T, Fault>[] = [];
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
