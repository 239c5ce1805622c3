/**
 * Makes a test for paths of a pattern: `*` and `?` stay in a folder, `**` crosses them; a pattern without a slash fits
 * names in every folder, one that names a folder fits what is in it. Time is at most the length of the pattern times
 * that of the path.
 */
export function compilePattern(pattern: string): (path: string) => boolean {
	const body = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
	const parts = (body.includes('/') ? body : `**/${body}`).match(/(?:\*\*\/)+|\*{2,}|[\s\S]/gu) ?? [];
	const steps = Int32Array.from(parts.flatMap(patternSteps));
	return path => fits(steps, path);
}

/** What a step takes; every other number is the code of the one character that it takes. */
const oneInName = -1;
const nameParts = -2;
const anything = -3;
const maybeFolders = -4;
const anyFolders = -5;

function patternSteps(part: string): number[] {
	if (part === '?') return [oneInName];
	if (part === '*') return [nameParts];
	if (/^\*+$/.test(part)) return [anything];
	return part.startsWith('*') ? [maybeFolders, anyFolders] : [part.codePointAt(0) ?? 0];
}

const slash = 0x2f;

/** Follows all places in the pattern that the path can lead to side by side: nothing is tried again. */
function fits(steps: Int32Array, path: string): boolean {
	const end = steps.length;
	// A step can skip the one behind it at the end, too.
	let places = new Uint8Array(end + 2);
	let next = new Uint8Array(end + 2);
	places[0] = 1;
	for (const character of path) {
		const code = character.codePointAt(0) ?? 0;
		next.fill(0);
		for (const [place, step] of steps.entries()) {
			if (places[place] === 0) continue;
			skip(places, place, step);
			follow(next, place, step, code);
		}
		if (code === slash && places[end] === 1) return true;
		[places, next] = [next, places];
	}
	for (const [place, step] of steps.entries()) if (places[place] === 1) skip(places, place, step);
	return places[end] === 1;
}

/** Marks the places that a step leads to with a character. */
function follow(next: Uint8Array, place: number, step: number, code: number): void {
	const isInName = code !== slash;
	if (step === code || step === (isInName ? oneInName : anyFolders)) next[place + 1] = 1;
	if (step === anything || step === anyFolders || (step === nameParts && isInName)) next[place] = 1;
}

/** Marks the places behind a step that takes nothing. */
function skip(places: Uint8Array, place: number, step: number): void {
	if (step === nameParts || step === anything || step === maybeFolders) places[place + 1] = 1;
	if (step === maybeFolders) places[place + 2] = 1;
}
