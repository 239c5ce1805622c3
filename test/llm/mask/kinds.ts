import fc from 'fast-check';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const hex = `${digits}abcdef`;
const all = lower + upper + digits;

/** Characters from a set, drawn from a seed; with a digit, a small and a capital letter where the set has them. */
const random = (set: string, length: number, seed: number): string => {
	const [drawn] = fc.sample(fc.array(fc.constantFrom(...set), {minLength: length, maxLength: length}), {
		numRuns: 1,
		seed: seed * 1000 + length,
	});
	const rare = [digits, lower, upper].filter(kind => [...kind].some(one => set.includes(one)));
	return drawn!
		.map((one, index) => (index > 2 && index < 3 + rare.length ? pick(rare[index - 3]!, set) : one))
		.join('');
};
const pick = (kind: string, set: string) => [...kind].find(one => set.includes(one))!;

type Part = string | readonly [set: string, length: number];
/** Parts are joined at run time, so that a key is not taken for a real one. */
const kind =
	(...parts: Part[]) =>
	(seed: number) =>
		parts.map((part, index) => (typeof part === 'string' ? part : random(part[0], part[1], seed + index))).join('');

/** Kinds of keys, as their services make them, of which no form is documented: the others are in bench/masking/. */
export const kinds: Readonly<Record<string, (seed: number) => string>> = {
	bitbucket: kind('AT', 'BB', [all, 32]),
	circleci: kind('CCI', 'PAT_', [all, 22], '_', [hex, 40]),
	contentful: kind('CF', 'PAT-', [all, 43]),
	crates: kind('c', 'io', [all, 32]),
	deno: kind('dd', 'p_', [all, 36]),
	discord: kind('MT', [all, 24], '.', [all, 6], '.', [all, 38]),
	facebook: kind('EA', 'AC', [all, 160]),
	fly: kind('Fly', 'V1 ', 'fm2_', [all, 120]),
	hubspot: kind('pat', '-na1-', [hex, 8], '-', [hex, 4], '-', [hex, 4], '-', [hex, 4], '-', [hex, 12]),
	netlify: kind('nf', 'p_', [all, 36]),
	notionOld: kind('secr', 'et_', [all, 43]),
	nuget: kind('oy', '2', [lower + digits, 43]),
	replicate: kind('r', '8_', [all, 37]),
	resend: kind('r', 'e_', [all, 8], '_', [all, 24]),
	supabase: kind('sb', 'p_', [hex, 40]),
	tavily: kind('tv', 'ly-', [all, 32]),
	xai: kind('xa', 'i-', [all, 80]),
};
