type HeldBack<T, Fault> = {change: T; fault: Fault};

/**
 * Finds the changes to hold back so that the others cause no fault. A change is held back, with its fault, if it causes one
 * together with those kept before it; held-back changes are tried again with everything that is kept in the end. Takes one
 * check if there is no fault, and about log2(n) checks for each change held back.
 *
 * @param changes in order of precedence
 * @param faultOf the fault of a subset, in the order of the changes, or null; not called for the empty one
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
		const found = await tryEach(open, subset => faultOf(inOrder([...before, ...subset])));
		kept = inOrder([...kept, ...found.kept]);
		if (found.kept.length === 0 || found.heldBack.length === 0) return {kept, heldBack: found.heldBack};
		open = found.heldBack.map(({change}) => change);
	}
}

/** Checks each change once, together with those kept before it. */
async function tryEach<T, Fault>(
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
