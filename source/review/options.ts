import type {Block, Fence, Prose} from './markdown.ts';

/** `Option 2: …`, `Alternative B`, `Approach #1`: one of several ways. */
const numbered =
	/^\W*(?:[Oo]ption|[Aa]lternative|[Vv]ariant|[Aa]pproach|[Ss]olution|[Mm]ethod)\s*#?(?:\d{1,2}|[A-Z])\b/;

/** The same as the name of a section, where it needs no number. */
const named = /\b(?:option|variant|approach|solution)\b/i;

/** What comes below stands for what came above: `Alternatively, …`, `Or with a validator:`. */
const instead =
	/^\W*(?:alternatively\b|(?:an|another|one|the) alternative\b|another (?:option|way|approach)\b|or\b.*:\W*$|or\W*$)/i;

/** A longer line is no label. */
const longest = 200;

/**
 * Which of some fences a remark offers as several ways to the same end. Two labels make a choice among the fences below
 * them; "alternatively" between two fences makes one among all, because what it stands for is not told.
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

/** Whether code holds several ways, each below a remark like `# Option 1`. */
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

const numberedIn = (line: string) => numbered.exec(line)?.[0].replace(/^\W+/, '').toLowerCase() ?? null;

/** The name of the innermost section that stands for one way. */
function sectionLabel({sections}: Fence): string | null {
	const summary = sections.findLast(({summary}) => named.test(summary) || numbered.test(summary))?.summary;
	return summary === undefined ? null : (numberedIn(summary) ?? summary.toLowerCase());
}
