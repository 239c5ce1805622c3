import {deliveryLines} from '../delivery/delivery-lines.ts';
import {type Block, type Document, paragraph, type Table} from '../document/document.ts';
import {formatMarkdown} from '../document/markdown.ts';
import {rangeOf} from '../review/closing/quotable.ts';
import {fleetPage} from '../run/fleet/fleet-document.ts';
import {nameOf} from '../run/pull-request/name.ts';
import {askingLines} from '../run/report/asking-words.ts';
import {formatOutcomes, outcomes} from '../run/report/outcome.ts';
import type {Report} from '../run/report/report.ts';
import {statsDocument} from '../run/stats/stats-document.ts';
import {sentences} from '../text/sentences.ts';
import type {ActionResult} from './result.ts';

/** The summary of the job in Markdown: of rows that do not fit, only the number. */
export const formatSummary = (result: ActionResult): string => formatMarkdown(summaryOf(result));

function summaryOf({report, fleet, stats, failure, reason, notes, patch}: ActionResult): Document {
	if (fleet) return fleetPage(fleet);
	if (stats) return statsDocument(stats, null);
	const texts = [
		...(report ? [formatOutcomes(report.findings).join(', ') || 'no findings'] : []),
		...askingLines(report?.llm.asking ?? null),
		...(failure ? [sentences(failure.message, failure.remedy)] : []),
		...(reason === '' ? [] : [reason]),
		...notes,
	];
	return [
		report ? headingOf(report) : {kind: 'heading', text: 'pr-resolve'},
		...texts.map(text => paragraph(text)),
		...(report ? [...deliveryBlocks(report, reason), findingsTable(report)] : []),
		...(patch === '' ? [] : [paragraph('What would be applied:'), {kind: 'diff', text: patch} as const]),
	];
}

function headingOf({pullRequest}: Report): Block {
	const {host, owner, repo, number} = pullRequest;
	const href = owner && repo && number ? `https://${host}/${owner}/${repo}/pull/${number}` : null;
	return {kind: 'heading', text: nameOf(pullRequest), href};
}

/** What came of the steps after writing, and how to undo it: the records of a run do not outlive its runner, so git does that. */
function deliveryBlocks(report: Report, reason: string): Block[] {
	const {commits, verification} = report;
	// The reason of a round's end names the step that stopped it.
	const stops = reason === '' ? report.stops : [];
	const ids = commits.map(({oid}) => oid.slice(0, 10)).toReversed();
	const verified = verification ? [`Verification: ${verification.state}. ${verification.reason}`.trim()] : [];
	return [
		...[...verified, ...deliveryLines({...report, stops}).map(({text}) => text)].map(text => paragraph(text)),
		...(ids.length > 0
			? [{kind: 'paragraph', text: 'To undo this, run:', command: `git revert ${ids.join(' ')}`} as const]
			: []),
	];
}

function findingsTable({findings}: Report): Table {
	const worstFirst = findings.toSorted((a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome));
	return {
		kind: 'table',
		columns: ['outcome', 'place', 'finding', 'by', 'reason'].map(title => ({title})),
		rows: worstFirst.map(({outcome, path, lines, title, author, reason, source}) => {
			const place = path === null ? '' : `${path}${lines ? ` ${rangeOf(lines)}` : ''}`;
			return {cells: [outcome, place, {text: title, href: source.url}, author?.login ?? '', reason]};
		}),
		titledFor: ['page'],
	};
}
