import {type Culprit, type Sifted, sift} from '../../resolve/bisect.ts';

type FaultOf<Change, Fault> = (subset: readonly Change[]) => Promise<Fault | null>;

/**
 * Finds the changes to hold back so that the others cause no fault. A change is held back, with its fault, if it causes one
 * together with those kept before it; held-back changes are tried again with everything that is kept in the end.
 *
 * @param changes in order of precedence
 * @param faultOf the fault of a subset, in the order of the changes, or null; not called for the empty one
 */
export async function bisect<Change, Fault>(
	changes: readonly Change[],
	faultOf: FaultOf<Change, Fault>,
): Promise<{kept: Change[]; heldBack: Culprit<Change, Fault>[]}> {
	const inOrder = (some: readonly Change[]) => {
		const kept = new Set(some);
		return changes.filter(change => kept.has(change));
	};
	let kept: Change[] = [];
	let open = changes;
	for (;;) {
		const before = kept;
		const found = await checkEach(open, subset => faultOf(inOrder([...before, ...subset])));
		kept = inOrder([...kept, ...found.kept]);
		if (found.kept.length === 0 || found.culprits.length === 0) return {kept, heldBack: found.culprits};
		open = found.culprits.map(({unit}) => unit);
	}
}

/** Checks each change once, together with those kept before it. */
async function checkEach<Change, Fault>(
	changes: readonly Change[],
	faultOf: FaultOf<Change, Fault>,
): Promise<Sifted<Change, Fault>> {
	const search = sift<Change, Fault>(changes);
	let step = search.next();
	while (!step.done) step = search.next(await faultOf(step.value.units));
	return step.value;
}
