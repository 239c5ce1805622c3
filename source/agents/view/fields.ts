import {isPlaced} from '../../resolve/proposal.ts';
import {wordsBelow} from '../../review/answers.ts';
import type {LineRange} from '../../review/finding.ts';
import {type Block, readBlocks} from '../../review/markdown.ts';
import {reviewerName} from '../../review/reviewer.ts';
import {isPrompt, isSuggestion, suggestedLines} from '../../review/suggestion.ts';
import {ownBlocks} from '../../review/whole-comment.ts';
import {wordsOf} from '../../review/words.ts';
import {besideFinding, besideFurtherPlaces} from '../../run/files/code-beside.ts';
import {changedPaths} from '../../run/files/snapshot.ts';
import {reviewerOf} from '../../run/filter/listed.ts';
import {hunksOf} from '../../run/plan/plan-of.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {oneLine, oneName} from './one-line.ts';
import {type AgentView, pullRequestOf, type ViewedFinding} from './rows.ts';

/** A text that others wrote; its name is a line of ours. */
export type Field = {name: string; body: string};

type Analysis = AgentView['analysis'];

/** The comment, the replies, the reason of an entry, the code as it is today and the diff of its changes. */
export const fieldsOf = (viewed: ViewedFinding, view: AgentView): Field[] => [
	commentField(viewed),
	...replyFields(viewed),
	...memoryFields(viewed),
	...codeFields(viewed, view.analysis),
	...furtherCode(viewed, view),
	...diffFields(viewed, view.analysis),
];

function commentField({finding, rulings}: ViewedFinding): Field {
	const placed = rulings.filter(({proposal}) => isPlaced(proposal));
	const shown = new Set(placed.map(({proposal}) => proposal.change.replacement.join('\n')));
	// A diff below has the same lines in their place.
	const isShownBelow = (block: Block) =>
		block.kind === 'fence' && isSuggestion(block) && shown.has(suggestedLines(block).join('\n'));
	const prompts = new Set(ownBlocks(finding).flatMap(({sections}) => sections.filter(isPrompt)));
	const leftOut = prompts.size === 0 ? '' : `, without ${count(prompts.size, 'section')} for agents`;
	const words = wordsOf(finding.blocks.filter(block => !isShownBelow(block)));
	return {name: `comment by ${oneName(reviewerOf(finding), 40)}${leftOut}`, body: shownText(words)};
}

/** Why the team has declined it for good. */
function memoryFields({verdict}: ViewedFinding): Field[] {
	const memory = verdict?.memory;
	if (!memory || memory.isOwn) return [];
	const name = `why ${oneName(memory.by, 40)} declined it for good, until ${memory.until ?? 'further notice'}`;
	return [{name, body: shownText(memory.reason)}];
}

/** The latest replies that are shown. */
const mostReplies = 8;

function replyFields({finding: {thread, source}}: ViewedFinding): Field[] {
	const below = wordsBelow(thread?.comments ?? [], source.commentId);
	return below.slice(-mostReplies).map(({author, createdAt, body: written}, at) => {
		const day = createdAt === null ? '' : `, ${oneName(createdAt.slice(0, 10))}`;
		const earlier = at === 0 && below.length > mostReplies ? ` (${below.length - mostReplies} earlier not shown)` : '';
		const name = `reply by ${oneName(reviewerName(author), 40)}${day}${earlier}`;
		return {name, body: shownText(wordsOf(readBlocks(written)))};
	});
}

/** Lines of code above and below those of a finding. */
const context = 3;

/** Lines of code of a finding that is on more. */
const mostLines = 80;

function codeFields(viewed: ViewedFinding, {snapshot}: Analysis): Field[] {
	const beside = besideFinding(viewed.finding, snapshot);
	if (!beside?.today || !('start' in beside.where)) return [];
	const {path, where} = beside;
	// The diff below has the same lines.
	if (viewed.rulings.some(({proposal}) => isPlaced(proposal) && isAround(proposal.placement, where))) return [];
	const name = `code today${unlessTold(path, viewed)}${noteOf(where)}`;
	return [{name, body: numberedLines(beside.today.lines, where)}];
}

/** The most further places of a finding that are shown. */
export const mostPlaces = 5;

/** A comment may name any file: only what the pull request is about is shown. */
function furtherCode({finding}: ViewedFinding, view: AgentView): Field[] {
	const {snapshot} = view.analysis;
	const paths = changedPaths(pullRequestOf(view), snapshot);
	const places = finding.alsoAt.slice(0, mostPlaces).filter(({path}) => paths.has(path));
	return besideFurtherPlaces({...finding, alsoAt: places}, snapshot).flatMap(({path, today, where}) =>
		today && 'start' in where
			? [{name: `code today, ${oneName(path)}${noteOf(where)}`, body: numberedLines(today.lines, where)}]
			: [],
	);
}

const noteOf = ({reason}: {reason: string}) => (reason === '' ? '' : ` (${oneLine(reason)})`);

/** Whether a diff of the one shows the other. */
const isAround = (one: LineRange, other: LineRange) =>
	one.start - context <= other.start && other.end <= one.end + context;

/** The row has the path. */
const unlessTold = (path: string, {place}: ViewedFinding) => (path === place.path ? '' : `, ${oneName(path)}`);

function numberedLines(lines: readonly string[], {start, end}: LineRange): string {
	const from = Math.max(1, start - context);
	const to = Math.min(lines.length, start + mostLines, Math.max(start, end) + context);
	return lines
		.slice(from - 1, to)
		.map((line, at) => `${from + at} ${shownLine(line)}`)
		.join('\n');
}

function diffFields(viewed: ViewedFinding, {snapshot}: Analysis): Field[] {
	return viewed.rulings.flatMap(({proposal}) => {
		const {change, path} = proposal;
		const by = change.model ? ' by a model' : '';
		if (isPlaced(proposal)) {
			const hunks = hunksOf(proposal, snapshot).trimEnd();
			return hunks === '' ? [] : [{name: `suggested diff${by}${unlessTold(path, viewed)}`, body: shownText(hunks)}];
		}
		// The comment has what its reviewer suggests.
		if (change.from !== 'model' && change.from !== 'person') return [];
		return [{name: `suggested lines${by}${unlessTold(path, viewed)}`, body: shownText(change.replacement.join('\n'))}];
	});
}

/** Each line as a terminal shows it, which escapes what is not seen. */
const shownText = (text: string): string => text.split('\n').map(shownLine).join('\n');

/** Characters of a line; what is longer was not written by hand. */
const longestLine = 2000;

function shownLine(line: string): string {
	const shown = line.slice(0, longestLine).split('\t').map(safe).join('\t').trimEnd();
	return line.length > longestLine ? `${shown}… (${line.length - longestLine} more characters)` : shown;
}
