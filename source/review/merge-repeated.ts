import type {Finding} from './finding.ts';

/**
 * Makes one finding of those in which the same reviewer says the same about the same lines: inline and again in the body
 * of a review, or again in the next review. The one with code, else the first one, speaks for all.
 */
export function mergeRepeated(findings: readonly Finding[]): Finding[] {
	const groups = Map.groupBy(findings, finding => (canRepeat(finding) ? identityOf(finding) : finding.id));
	const replaced = new Map<Finding, Finding | null>();
	for (const group of groups.values()) {
		if (group.length === 1) continue;
		const speaker = group.find(finding => codeOf(finding) !== '') ?? group[0]!;
		const echoes = group.filter(finding => finding !== speaker && ['', codeOf(speaker)].includes(codeOf(finding)));
		for (const echo of echoes) replaced.set(echo, null);
		replaced.set(speaker, {...speaker, alsoTold: echoes.flatMap(({source, alsoTold}) => [source, ...alsoTold])});
	}
	return findings.flatMap(finding => (replaced.has(finding) ? (replaced.get(finding) ?? []) : finding));
}

/** What a finding proposes, in a form that can be compared; empty where it proposes no code. */
function codeOf({changes, sketches}: Finding): string {
	if (changes.length === 0 && sketches.length === 0) return '';
	return JSON.stringify([changes.map(({replacement}) => replacement), sketches.map(({hunks}) => hunks)]);
}

/** What asks for nothing repeats nothing. */
const canRepeat = ({disposition, path, lines, author}: Finding) =>
	path !== null && lines !== null && author !== null && disposition?.outcome !== 'not-actionable';

function identityOf({author, path, lines, title}: Finding): string {
	const words = title
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
	return JSON.stringify([author, path, lines, words]);
}
