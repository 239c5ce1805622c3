import {rangeOf} from '../review/closing/quotable.ts';
import {formatOutcomes, outcomes} from '../run/outcome.ts';
import {nameOf} from '../run/pull-request-name.ts';
import type {Report} from '../run/report.ts';
import {escapeControls, escapeLines} from '../text/escape-controls.ts';
import {sentences} from '../text/sentences.ts';
import type {ActionResult} from './result.ts';

/** A runner accepts 1 MiB for a step; other lines of the step may be in the file already. */
const longestSummary = 1_000_000;
/** Longer texts of comments are cut, so that one row cannot fill the table. */
const longestCell = 500;

type SummaryInput = {
	result: ActionResult;
	/** What the reader should know about the run, most important first. */
	notes: readonly string[];
	/** What would be applied, as a patch; empty if there is none to show. */
	patch: string;
};

/** The summary of the job in Markdown: of rows that do not fit, only the number. */
export function formatSummary({result, notes, patch}: SummaryInput): string {
	const {report, failure, reason} = result;
	const head = [
		`### ${report ? linkTo(report) : 'pr-resolve'}`,
		...(report ? [plainMarkdown(formatOutcomes(report.findings).join(', ') || 'no findings')] : []),
		...(failure ? [plainMarkdown(sentences(failure.message, failure.remedy))] : []),
		...(reason === '' ? [] : [plainMarkdown(reason)]),
		...notes.map(plainMarkdown),
		...(report ? closingParagraphs(report) : []),
	].join('\n\n');
	const table = report ? formatTable(report, longestSummary - byteLength(head)) : '';
	const shown = [head, table].filter(Boolean).join('\n\n');
	const block = patch === '' ? '' : fencedPatch(patch);
	const isFitting = byteLength(shown) + byteLength(block) < longestSummary;
	return `${[shown, isFitting ? block : 'The patch is too long to be shown here.'].filter(Boolean).join('\n\n')}\n\n`;
}

const byteLength = (text: string) => Buffer.byteLength(text);

/** All punctuation is escaped, so that a text is neither markup nor a link, and stays in its cell. */
const plainMarkdown = (text: string) => escapeControls(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');

function linkTo({pullRequest}: Report): string {
	const {host, owner, repo, number} = pullRequest;
	const name = plainMarkdown(nameOf(pullRequest));
	return owner && repo && number ? `[${name}](https://${host}/${owner}/${repo}/pull/${number})` : name;
}

/** What was pushed, and how to undo it: the records of a run do not outlive its runner, so git does that. */
function closingParagraphs({commits, publication, verification}: Report): string[] {
	const made = commits.map(({oid, headline}) => `- \`${oid.slice(0, 10)}\` ${plainMarkdown(headline)}`);
	const writes = publication ? [`Replies: ${publication.replies}, resolved threads: ${publication.resolved}.`] : [];
	const undo = `To undo this, run: \`git revert ${commits
		.map(({oid}) => oid.slice(0, 10))
		.toReversed()
		.join(' ')}\``;
	return [
		...(verification ? [plainMarkdown(`Verification: ${verification.state}. ${verification.reason}`.trim())] : []),
		...(made.length > 0 ? [made.join('\n')] : []),
		...writes,
		...(made.length > 0 ? [undo] : []),
	];
}

const tableHead = ['| outcome | place | finding | by | reason |', '| --- | --- | --- | --- | --- |'].join('\n');

/** @param room in bytes */
function formatTable({findings}: Report, room: number): string {
	if (findings.length === 0) return '';
	const rows = findings.toSorted((a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome)).map(rowOf);
	let left = room - byteLength(tableHead) - byteLength(`\n\n${rows.length} more`);
	const end = rows.findIndex(row => {
		left -= byteLength(row) + 1;
		return left < 0;
	});
	if (end === -1) return [tableHead, ...rows].join('\n');
	return `${[tableHead, ...rows.slice(0, end)].join('\n')}\n\n${rows.length - end} more`;
}

function rowOf({outcome, path, lines, title, author, reason, source}: Report['findings'][number]): string {
	const place = path === null ? '' : `${path}${lines ? ` ${rangeOf(lines)}` : ''}`;
	const link = /^https:\/\/[\w.:/#-]+$/.test(source.url ?? '') ? source.url : null;
	const name = cellOf(title);
	const cells = [
		outcome,
		cellOf(place),
		link ? `[${name}](${link})` : name,
		cellOf(author?.login ?? ''),
		cellOf(reason),
	];
	return `| ${cells.join(' | ')} |`;
}

function cellOf(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	const isLong = line.length > longestCell;
	return plainMarkdown(isLong ? `${line.slice(0, longestCell).replace(/[\ud800-\udbff]$/, '')}...` : line);
}

/** The fence is longer than any that the patch contains. */
function fencedPatch(patch: string): string {
	const longest = patch.match(/`{3,}/g)?.reduce((most, run) => Math.max(most, run.length), 0) ?? 2;
	const fence = '`'.repeat(longest + 1);
	return `What would be applied:\n\n${fence}diff\n${escapeLines(patch).trimEnd()}\n${fence}`;
}
