import type {Post, Reading, ReviewerState} from '../../dialect.ts';
import {plainText} from '../../inline.ts';
import type {Block} from '../../markdown.ts';
import {readSections} from './body.ts';

/** A kind of comment that CodeRabbit posts besides its reviews. */
type NoticeKind = {
	/** Hidden mark that identifies it. */
	mark: RegExp;
	/** Heading that identifies it. */
	heading: RegExp | null;
	notice: string;
	state: ReviewerState['state'] | null;
	/** The line with the details, if it is not the one below the heading. */
	detail: RegExp | null;
};

/** The first match counts: a comment on the state of a review also contains the walkthrough of an earlier one. */
const noticeKinds: readonly NoticeKind[] = [
	{
		mark: /auto-generated comment: rate limited by coderabbit/i,
		heading: /^(?:rate limit exceeded|review limit reached)/i,
		notice: 'a note that reviews are rate limited',
		state: 'rate-limited',
		detail: /\bavailable in\b|\bplease wait\b/i,
	},
	{
		mark: /auto-generated comment: review in progress by coderabbit/i,
		heading: null,
		notice: 'a note that a review is running',
		state: 'running',
		detail: /\bprocessing\b|\bfew minutes\b/i,
	},
	{
		mark: /auto-generated comment: review paused by coderabbit/i,
		heading: /^reviews? paused/i,
		notice: 'a note that reviews are paused',
		state: 'paused',
		detail: null,
	},
	{
		mark: /auto-generated comment: skip review by coderabbit/i,
		heading: /^review skipped/i,
		notice: 'a note that the review was skipped',
		state: 'paused',
		detail: null,
	},
	{
		mark: /auto-generated comment: failure by coderabbit/i,
		heading: /^review failed/i,
		notice: 'a note that the review failed',
		state: 'stale',
		detail: null,
	},
	{
		mark: /auto-generated comment: summarize by coderabbit|walkthrough_start/i,
		heading: null,
		notice: 'a walkthrough of the pull request',
		state: 'done',
		detail: /^No actionable comments were generated\b/,
	},
	{
		mark: /auto-generated reply by coderabbit/i,
		heading: null,
		notice: 'an answer to a command',
		state: null,
		detail: null,
	},
	{
		mark: /tips_start|finishing_touch_checkbox_start/i,
		heading: null,
		notice: 'tips on how to use the reviewer',
		state: null,
		detail: null,
	},
];

/** A comment besides the reviews: the state of a review, a walkthrough, a reply. Null for any other comment. */
export function readNotice(post: Post): Reading | null {
	const marks = post.blocks.flatMap(block => (block.kind === 'hidden' ? [block.text] : [])).join('\n');
	const lines = post.blocks.flatMap(linesOf);
	const headingOf = ({heading}: NoticeKind) => lines.findIndex(line => line.isHeading && heading?.test(line.text));
	const kind = noticeKinds.find(kind => kind.mark.test(marks) || headingOf(kind) >= 0);
	if (!kind) return null;
	const {state, notice} = kind;
	const remarks = readSections(post);
	return {
		remarks,
		notice: remarks.length > 0 ? null : notice,
		reviewer: state && {state, detail: detailsOf(kind, lines, headingOf(kind)) ?? notice},
	};
}

function detailsOf({detail}: NoticeKind, lines: readonly NoticeLine[], heading: number): string | undefined {
	const stated = detail ? lines.find(({text, isHeading}) => !isHeading && detail.test(text)) : undefined;
	return (stated ?? (heading < 0 ? undefined : lines[heading + 1]))?.text;
}

const longestNoticeLine = 600;

type NoticeLine = {text: string; isHeading: boolean};

/** The lines outside sections, as plain text. */
function linesOf(block: Block): NoticeLine[] {
	if (block.kind !== 'prose' || block.sections.length > 0) return [];
	return block.text
		.split('\n')
		.filter(line => line.length <= longestNoticeLine)
		.map(line => ({text: plainText(line), isHeading: block.heading > 0}));
}
