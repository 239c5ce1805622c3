import {formatFleetPage} from '../headless/fleet-page.ts';
import {rangeOf} from '../review/closing/quotable.ts';
import {formatUnknown} from '../run/closing/closing-lines.ts';
import {nameOf} from '../run/pull-request/name.ts';
import {askingLines} from '../run/report/asking-words.ts';
import {formatOutcomes, outcomes} from '../run/report/outcome.ts';
import type {Report} from '../run/report/report.ts';
import {escapeLines} from '../text/escape-controls.ts';
import {linkedCell, longestPage, markdownTable, plainCell, plainMarkdown} from '../text/markdown.ts';
import {sentences} from '../text/sentences.ts';
import type {ActionResult} from './result.ts';

type SummaryInput = {
	result: ActionResult;
	/** What the reader should know about the run, most important first. */
	notes: readonly string[];
	/** What would be applied, as a patch; empty if there is none to show. */
	patch: string;
};

/** The summary of the job in Markdown: of rows that do not fit, only the number. */
export function formatSummary({result, notes, patch}: SummaryInput): string {
	const {report, fleet, failure, reason} = result;
	if (fleet) return formatFleetPage(fleet);
	const head = [
		`### ${report ? linkTo(report) : 'pr-resolve'}`,
		...(report ? [plainMarkdown(formatOutcomes(report.findings).join(', ') || 'no findings')] : []),
		...askingLines(report?.llm.asking ?? null).map(plainMarkdown),
		...(failure ? [plainMarkdown(sentences(failure.message, failure.remedy))] : []),
		...(reason === '' ? [] : [plainMarkdown(reason)]),
		...notes.map(plainMarkdown),
		...(report ? closingParagraphs(report) : []),
	].join('\n\n');
	const table = report ? formatTable(report, longestPage - Buffer.byteLength(head)) : '';
	const shown = [head, table].filter(Boolean).join('\n\n');
	const block = patch === '' ? '' : fencedPatch(patch);
	const isFitting = Buffer.byteLength(shown) + Buffer.byteLength(block) < longestPage;
	return `${[shown, isFitting ? block : 'The patch is too long to be shown here.'].filter(Boolean).join('\n\n')}\n\n`;
}

function linkTo({pullRequest}: Report): string {
	const {host, owner, repo, number} = pullRequest;
	const name = plainMarkdown(nameOf(pullRequest));
	return owner && repo && number ? `[${name}](https://${host}/${owner}/${repo}/pull/${number})` : name;
}

/** What was pushed, and how to undo it: the records of a run do not outlive its runner, so git does that. */
function closingParagraphs({commits, publication, verification}: Report): string[] {
	const made = commits.map(({oid, headline}) => `- \`${oid.slice(0, 10)}\` ${plainMarkdown(headline)}`);
	const reopened = publication && publication.unresolved > 0 ? `, unresolved threads: ${publication.unresolved}` : '';
	const writes = publication
		? [`Replies: ${publication.replies}, resolved threads: ${publication.resolved}${reopened}.`]
		: [];
	const lost = publication && formatUnknown(publication.unknown);
	const undo = `To undo this, run: \`git revert ${commits
		.map(({oid}) => oid.slice(0, 10))
		.toReversed()
		.join(' ')}\``;
	return [
		...(verification ? [plainMarkdown(`Verification: ${verification.state}. ${verification.reason}`.trim())] : []),
		...(made.length > 0 ? [made.join('\n')] : []),
		...writes,
		...(lost ? [lost] : []),
		...(made.length > 0 ? [undo] : []),
	];
}

const columns = ['outcome', 'place', 'finding', 'by', 'reason'];

/** @param room in bytes */
const formatTable = ({findings}: Report, room: number) =>
	markdownTable(
		columns,
		findings.toSorted((a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome)).map(cellsOf),
		room,
	);

function cellsOf({outcome, path, lines, title, author, reason, source}: Report['findings'][number]): string[] {
	const place = path === null ? '' : `${path}${lines ? ` ${rangeOf(lines)}` : ''}`;
	return [outcome, plainCell(place), linkedCell(title, source.url), plainCell(author?.login ?? ''), plainCell(reason)];
}

/** The fence is longer than any that the patch contains. */
function fencedPatch(patch: string): string {
	const longest = patch.match(/`{3,}/g)?.reduce((most, run) => Math.max(most, run.length), 0) ?? 2;
	const fence = '`'.repeat(longest + 1);
	return `What would be applied:\n\n${fence}diff\n${escapeLines(patch).trimEnd()}\n${fence}`;
}
