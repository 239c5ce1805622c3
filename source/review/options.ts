import type {Block, Fence, Prose} from './markdown.ts';

/** `Option 2: …`, `Alternative B`, `Approach #1`: one of several options. */
const numberedPattern =
	/^\W*(?:[Oo]ption|[Aa]lternative|[Vv]ariant|[Aa]pproach|[Ss]olution|[Mm]ethod)\s*#?(?:\d{1,2}|[A-Z])\b/;

/** The same in a section's summary, where it needs no number. */
const named = /\b(?:option|variant|approach|solution)\b/i;

/** The text below is an alternative to the text above: `Alternatively, …`, `Or with a validator:`. */
const instead =
	/^\W*(?:alternatively\b|(?:an|another|one|the) alternative\b|another (?:option|way|approach)\b|or\b.*:\W*$|or\W*$)/i;

/** In characters: a longer line is not a label. */
const longest = 200;

/**
 * The fences that a remark offers as options for the same purpose. Two labels make the fences below them options;
 * "alternatively" between two fences makes all of them options, because it is unclear which ones it refers to.
 */
export function optionsAmong(fences: readonly Fence[], blocks: readonly Block[]): ReadonlySet<Fence> {
	const wanted = new Set<Block>(fences);
	const labels = new Map<Fence, string | null>();
	let label: string | null = null;
	let isElse = false;
	let isChoice = false;
	for (const block of blocks) {
		if (block.kind === 'prose') {
			label = labelOf(block) ?? (block.heading > 0 ? null : label);
			isElse ||= labels.size > 0 && linesOf(block).some(line => instead.test(line));
		} else if (block.kind === 'fence' && wanted.has(block)) {
			isElse ||= block.sections.some(({summary}) => /\balternative\b/i.test(summary));
			isChoice ||= isElse && labels.size > 0;
			labels.set(block, sectionLabel(block) ?? label);
		}
	}
	if (isChoice) return new Set(fences);
	const labelled = [...labels].filter(([, label]) => label !== null);
	const isSeveral = new Set(labelled.map(([, label]) => label)).size > 1;
	return new Set(isSeveral ? labelled.map(([fence]) => fence) : []);
}

/** Whether code contains several options, each below a comment like `# Option 1`. */
export function holdsOptions(lines: readonly string[]): boolean {
	const labels = lines
		.filter(line => line.length <= longest && /^\s*(?:#|\/\/|--|\/\*|;|%)/.test(line))
		.map(numberedIn);
	return new Set(labels.filter(label => label !== null)).size > 1;
}

const linesOf = ({text}: Prose) => text.split('\n').filter(line => line.length <= longest);

const labelOf = (prose: Prose) =>
	linesOf(prose)
		.map(numberedIn)
		.findLast(label => label !== null) ?? null;

const numberedIn = (line: string) => numberedPattern.exec(line)?.[0].replace(/^\W+/, '').toLowerCase() ?? null;

/** The name of the innermost section that is an option. */
function sectionLabel({sections}: Fence): string | null {
	const summary = sections.findLast(({summary}) => named.test(summary) || numberedPattern.test(summary))?.summary;
	return summary === undefined ? null : (numberedIn(summary) ?? summary.toLowerCase());
}
