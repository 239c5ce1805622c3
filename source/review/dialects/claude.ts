import type {Post, Remark, StatedSeverity} from '../dialect.ts';
import type {Place} from '../finding.ts';
import type {Block, Prose} from '../markdown.ts';
import {isSuggestion} from '../suggestion.ts';
import {titleOf} from '../title.ts';
import {dialectOfForm} from './form.ts';
import {isProse, partsOf} from './parts.ts';
import {findPlaces} from './places.ts';
import {readSeverity} from './severity.ts';
import {readRemark, type Style} from './style.ts';

const style: Style = {
	boilerplate: /^(?:🤖 )?Generated with \[Claude Code\]|^\*\*Claude finished @/u,
	labels: [/^\*\*\[(?<severity>\w+)\]\*\*:?\s*/],
};

/** Claude as a GitHub action: free text, usually one long comment with a heading for each finding. */
export const claude = dialectOfForm({
	...style,
	name: 'claude',
	logins: ['claude'],
	marks: [/^\*\*Claude finished @/m, /Generated with \[Claude Code\]\(/],
	split: readClaudeSections,
	notices: [{mark: /^(?:#+ )?Claude Code is working/, says: 'a note that a review is running', state: 'running'}],
});

/** Headings of praise; reviews can be in any language. */
const claudePraise =
	/✅|👍|🎉|\b(?:strengths?|positives?|highlights|well done|good practices)\b|잘된|잘 구현|우수|긍정|강점|장점/iu;

/** One remark for each section that names a place, and one for all others together, so that nothing is lost. */
function readClaudeSections({kind, blocks}: Post): Remark[] | null {
	if (kind === 'thread') return null;
	const sections = sectionsOf(blocks).filter(({headings}) => !headings.some(({isPraise}) => isPraise));
	const placed = sections.flatMap(readSection);
	if (placed.length === 0) return null;
	const rest = sections.filter(section => placesIn(section).length === 0).flatMap(({part}) => part);
	return rest.some(block => isProse(block) && !isHeading(block)) ? [...placed, readRemark(style, rest)] : placed;
}

type Heading = {level: number; text: string; isPraise: boolean; stated: Stated};

type HeadedPart = {headings: readonly Heading[]; part: readonly Block[]};

function sectionsOf(blocks: readonly Block[]): HeadedPart[] {
	let headings: Heading[] = [];
	return partsOf(blocks, (block, before) => !before || isHeading(block)).map(part => {
		const [first] = part;
		if (first && isHeading(first)) {
			const {heading: level, text} = first;
			const heading = {level, text, isPraise: claudePraise.test(text), stated: statedIn(text)};
			headings = [...headings.filter(above => above.level < level), heading];
		}
		return {headings, part};
	});
}

const isHeading = (block: Block): block is Prose => isProse(block) && block.heading > 0;

function readSection(section: HeadedPart): Remark[] {
	const [place, ...alsoAt] = placesIn(section);
	if (!place) return [];
	const {headings, part} = section;
	const {text, stated} = headings.at(-1) ?? {text: '', stated: statedIn('')};
	const above = headings.slice(0, -1).map(({stated}) => stated.severity);
	const title = titleOf(text.replace(stated.badge, ''))?.replace(/^[\d.]+\s*/, '');
	return [
		{
			...readRemark(style, part),
			title: title || null,
			severity: stated.severity ?? above.findLast(severity => severity !== null) ?? null,
			place: part.some(proposesLines) ? {...place, lines: null} : place,
			alsoAt,
		},
	];
}

/** `[Critical]`, `(High)`, `🔴 HIGH:` or a colored dot: the severity in a heading. */
const badges = [
	/[([]([\p{L} -]{2,30})[)\]]/u,
	/(?<![^\s*])(?:[🔴🟠🟡🔵🟢🚨]\s*)?(CRITICAL|HIGH|MEDIUM|LOW):\s*/u,
	/([🔴🟠🟡🔵🟢🚨])\s*/u,
];

type Stated = {badge: string; severity: StatedSeverity | null};

function statedIn(heading: string): Stated {
	for (const form of badges) {
		const [badge = '', word = ''] = form.exec(heading) ?? [];
		const severity = readSeverity(word);
		if (severity) return {badge, severity};
	}
	return {badge: '', severity: null};
}

/** A suggestion here has no range: lines that prose mentions are not lines to replace. */
const proposesLines = (block: Block) => block.kind === 'fence' && isSuggestion(block);

const placesIn = ({part}: HeadedPart): Place[] => part.filter(isProse).flatMap(({text}) => findPlaces(text));
