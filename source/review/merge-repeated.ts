import {type Finding, hasCode, type Repetition} from './finding.ts';
import {proposesCode} from './proposals.ts';
import {isAnsweredByPerson} from './weighty.ts';
import {wordsOf} from './words.ts';

/**
 * Merges findings in which a reviewer repeats a request for the same lines: in a thread and in a review's body, or in a
 * later review. They repeat each other if they have the same code or, without code, the same text. The finding with code,
 * else the first one, represents all and lists the others.
 */
export function mergeRepeated(findings: readonly Finding[]): Finding[] {
	const speakers = new Map<string, Finding>();
	const merged = new Map<Finding, Finding>();
	for (const finding of [...findings.filter(hasCode), ...findings.filter(finding => !hasCode(finding))]) {
		const [own, ...others] = canRepeat(finding) ? repetitionKeys(finding) : [finding.id];
		const speaker = speakers.get(own);
		if (speaker) merged.set(finding, speaker);
		else for (const key of [own, ...others]) if (!speakers.has(key)) speakers.set(key, finding);
	}
	const echoes = Map.groupBy(findings, finding => merged.get(finding));
	return findings
		.filter(finding => !merged.has(finding))
		.map(finding => {
			const repeated = echoes.get(finding);
			if (!repeated) return finding;
			const isAnswered = repeated.some(isAnsweredByPerson);
			return {
				...finding,
				alsoTold: repeated.map(echo => toldBy(echo, finding)),
				...(isAnswered && {isRepeatAnswered: true as const}),
			};
		});
}

/** Only findings with an author and lines, and with something to do, are compared. */
const canRepeat = ({disposition, path, lines, author}: Finding) =>
	path !== null && lines !== null && author !== null && disposition?.outcome !== 'not-actionable';

/** Findings with a common key repeat each other; the code comes first. */
function repetitionKeys(finding: Finding): [string, ...string[]] {
	const {author, path, lines} = finding;
	const keyOf = (part: unknown) => JSON.stringify([author, path, lines, part]);
	const remark = keyOf({remark: remarkOf(finding)});
	return hasCode(finding) ? [keyOf({code: codeOf(finding)}), remark] : [remark];
}

const codeOf = ({changes, sketches}: Finding) => [
	changes.map(({path, original: {start, end}, replacement}) => [path, start, end, replacement]),
	sketches.map(({path, hunks}) => [path, hunks]),
];

/** The text of a remark without white space differences, and without code if the finding has it as changes. */
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
