/** A set of changes to try. */
export type Probe<Unit> = {
	/** The first `kept` of them are sound together. */
	units: readonly Unit[];
	kept: number;
	/** How many more probes follow at most if there is one more culprit. */
	ahead: number;
};

export type Culprit<Unit, Fault> = {unit: Unit; fault: Fault};

export type Sifted<Unit, Fault> = {kept: Unit[]; culprits: Culprit<Unit, Fault>[]};

/**
 * Finds the changes to leave out so that the others cause no fault: greedy prefix search. Each probe is answered with the
 * fault that its set causes, or null. A culprit is the first change that causes a fault together with those kept before it;
 * its fault is that of the smallest set with it that was tried. What is kept is empty, or a set that was tried.
 *
 * One probe if there is no fault, about log2(n) + 1 for each culprit; one for each change where culprits are frequent.
 *
 * @param units in order of precedence; what has to stay together is one unit
 * @param suspects how many of the last ones are likely culprits: all before them are tried first
 */
export function* sift<Unit, Fault>(
	units: readonly Unit[],
	suspects = 0,
): Generator<Probe<Unit>, Sifted<Unit, Fault>, Fault | null> {
	const boundary = units.length - suspects;
	const kept: Unit[] = [];
	const culprits: Culprit<Unit, Fault>[] = [];
	let seen = 0;
	while (seen < units.length) {
		const rest = units.slice(seen);
		const isFrequent = culprits.length >= 3 && culprits.length * 3 > seen;
		let spoilt = isFrequent ? 1 : rest.length;
		let sound = 0;
		const probe = (count: number, ahead: number): Probe<Unit> => ({
			units: [...kept, ...rest.slice(0, count)],
			kept: kept.length + sound,
			ahead,
		});
		let fault = yield probe(spoilt, isFrequent ? rest.length - 1 : Math.ceil(Math.log2(spoilt)) + 1);
		if (fault === null) {
			kept.push(...rest.slice(0, spoilt));
			seen += spoilt;
			continue;
		}
		while (spoilt - sound > 1) {
			const before = boundary - seen;
			const middle = sound < before && before < spoilt ? before : (sound + spoilt) >> 1;
			const found = yield probe(middle, Math.ceil(Math.log2(spoilt - sound)));
			if (found === null) sound = middle;
			else {
				spoilt = middle;
				fault = found;
			}
		}
		kept.push(...rest.slice(0, sound));
		culprits.push(...rest.slice(sound, sound + 1).map(unit => ({unit, fault})));
		seen += spoilt;
	}
	return {kept, culprits};
}
