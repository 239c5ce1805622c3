/**
 * Makes a test for paths of a pattern: `*` and `?` stay in a folder, `**` crosses them; a pattern without a slash fits
 * names in every folder, one that names a folder fits what is in it. Time is at most the length of the pattern times
 * that of the path.
 */
export function compilePattern(pattern: string): (path: string) => boolean {
	const body = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
	const parts = (body.includes('/') ? body : `**/${body}`).match(/(?:\*\*\/)+|\*{2,}|[\s\S]/gu) ?? [];
	const steps = parts.flatMap(stepsOf);
	return path => {
		// All places in the pattern that the path can lead to are followed side by side: nothing is tried again.
		let places = reach(new Set([0]), steps);
		for (const character of path) {
			if (character === '/' && places.has(steps.length)) return true;
			places = reach(follow(places, steps, character), steps);
			if (places.size === 0) return false;
		}
		return places.has(steps.length);
	};
}

type Test = (character: string) => boolean;

type Step = {
	/** How many steps further one may go without a character. */
	skips: readonly number[];
	/** Which characters may be taken without going on, and which lead to the next step. */
	stays: Test;
	leads: Test;
};

const all: Test = () => true;
const none: Test = () => false;
const isSlash: Test = character => character === '/';
const isInName: Test = character => character !== '/';

function stepsOf(part: string): Step[] {
	if (part === '?') return [{skips: [], stays: none, leads: isInName}];
	if (part === '*') return [{skips: [1], stays: isInName, leads: none}];
	if (/^\*+$/.test(part)) return [{skips: [1], stays: all, leads: none}];
	// No folder, or some with all their slashes.
	if (part.startsWith('*'))
		return [
			{skips: [1, 2], stays: none, leads: none},
			{skips: [], stays: all, leads: isSlash},
		];
	return [{skips: [], stays: none, leads: character => character === part}];
}

function reach(places: Set<number>, steps: readonly Step[]): Set<number> {
	// What is added to a set while it is walked through is walked through, too.
	for (const place of places) for (const skip of steps[place]?.skips ?? []) places.add(place + skip);
	return places;
}

function follow(places: ReadonlySet<number>, steps: readonly Step[], character: string): Set<number> {
	const next = new Set<number>();
	for (const place of places) {
		if (steps[place]?.stays(character)) next.add(place);
		if (steps[place]?.leads(character)) next.add(place + 1);
	}
	return next;
}
