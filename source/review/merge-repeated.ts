import {type Finding, hasCode, type Repetition} from './finding.ts';
import {proposesCode} from './proposals.ts';
import {wordsOf} from './words.ts';

/**
 * Makes one finding of those in which the same reviewer says the same about the same lines: inline and again in the body
 * of a review, or again in the next review. The same is the code that they propose or, where one proposes none, the whole
 * remark. The one with code, else the first one, speaks for all and keeps what the others say in other words.
 */
export function mergeRepeated(findings: readonly Finding[]): Finding[] {
	const speakers = new Map<string, Finding>();
	const merged = new Map<Finding, Finding>();
	for (const finding of [...findings.filter(hasCode), ...findings.filter(finding => !hasCode(finding))]) {
		const [own, ...others] = canRepeat(finding) ? keysOf(finding) : [finding.id];
		const speaker = speakers.get(own);
		if (speaker) merged.set(finding, speaker);
		else for (const key of [own, ...others]) if (!speakers.has(key)) speakers.set(key, finding);
	}
	const echoes = Map.groupBy(
		findings.filter(finding => merged.has(finding)),
		finding => merged.get(finding)!,
	);
	return findings
		.filter(finding => !merged.has(finding))
		.map(finding => {
			const repeated = echoes.get(finding);
			return repeated ? {...finding, alsoTold: repeated.map(echo => toldBy(echo, finding))} : finding;
		});
}

/** What asks for nothing repeats nothing. */
const canRepeat = ({disposition, path, lines, author}: Finding) =>
	path !== null && lines !== null && author !== null && disposition?.outcome !== 'not-actionable';

/** What has to be the same; where there is code, first that. */
function keysOf(finding: Finding): [string, ...string[]] {
	const {author, path, lines} = finding;
	const keyOf = (part: unknown) => JSON.stringify([author, path, lines, part]);
	const remark = keyOf({remark: remarkOf(finding)});
	return hasCode(finding) ? [keyOf({code: codeOf(finding)}), remark] : [remark];
}

const codeOf = ({changes, sketches}: Finding) => [
	changes.map(({path, original: {start, end}, replacement}) => [path, start, end, replacement]),
	sketches.map(({path, hunks}) => [path, hunks]),
];

/** A remark as it is written but for white space, without the code that could be read from it. */
const remarkOf = (finding: Finding): unknown[] =>
	finding.blocks.flatMap((block): unknown[] => {
		if (block.kind === 'fence') return hasCode(finding) && proposesCode(block) ? [] : [[block.info, ...block.lines]];
		return block.kind === 'prose' ? [block.text.replace(/\s+/g, ' ').trim()] : [];
	});

const toldBy = (echo: Finding, speaker: Finding): Repetition => ({
	...echo.source,
	words:
		JSON.stringify(remarkOf(echo)) === JSON.stringify(remarkOf(speaker))
			? null
			: wordsOf(echo.blocks.filter(block => !proposesCode(block))),
});
