/**
 * Makes a test for paths of a pattern: `*` and `?` stay in a folder, `**` crosses them; a pattern without a slash fits
 * names in every folder, one that names a folder fits what is in it. Time is at most the length of the pattern times
 * that of the path.
 */
export function compilePattern(pattern: string): (path: string) => boolean {
	const body = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
	const parts = (body.includes('/') ? body : `**/${body}`).match(/(?:\*\*\/)+|\*{2,}|[\s\S]/gu) ?? [];
	const steps = parts.flatMap(stepsOf);
	const end = steps.length;
	return path => {
		// All places in the pattern that the path can lead to are followed side by side: nothing is tried again.
		let places = reach(Uint8Array.of(1, ...new Array(end).fill(0)), steps);
		let next = new Uint8Array(end + 1);
		for (const character of path) {
			if (character === '/' && places[end]) return true;
			next.fill(0);
			for (let place = 0; place < end; place++) {
				if (places[place] === 0) continue;
				if (steps[place]!.stays(character)) next[place] = 1;
				if (steps[place]!.leads(character)) next[place + 1] = 1;
			}
			[places, next] = [reach(next, steps), places];
		}
		return places[end] === 1;
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

/** With the places that are reached without a character; these are always further on. */
function reach(places: Uint8Array<ArrayBuffer>, steps: readonly Step[]): Uint8Array<ArrayBuffer> {
	for (let place = 0; place < steps.length; place++) {
		if (places[place] === 1) for (const skip of steps[place]!.skips) places[place + skip] = 1;
	}
	return places;
}
