import {deliveryLines, isPlanned, onBranch} from '../../delivery/delivery-lines.ts';
import {formatPlannedHooks} from '../../delivery/hooks/hook-lines.ts';
import type {DeliveryReport} from '../../delivery/publish/report-publication.ts';
import {heldBackLines} from '../../delivery/verify/verification.ts';
import {lastLines, verificationLines} from '../../delivery/verify/verification-lines.ts';
import {type Block, type Document, paragraph} from '../../document/document.ts';
import {rangeOf} from '../../review/closing/quotable.ts';
import type {OpenCode} from '../../review/closing/stays-open.ts';
import {count} from '../../text/sentences.ts';
import {nameAuthor} from './finding-table.ts';
import type {Report} from './report.ts';

/** What came of the steps after writing; empty if none was taken. */
export const deliveryBlocks = (report: DeliveryReport): Block[] =>
	deliveryLines(report).map(({text, tone}) => paragraph(text, tone));

/** What a dry run would commit, with which environment code of the pull request would run, which hooks it would run, and where it would push. */
export function previewBlocks(report: Report): Block[] {
	const {commitPreview, committedOn, pushPreview, hooks, stops, verification, heldBack} = report;
	const messages = commitPreview.flatMap(message => [
		paragraph(`Would commit${onBranch(committedOn)}:`),
		...message
			.trim()
			.split('\n')
			.map(line => paragraph(line, 'plain', 2)),
	]);
	const isStopped = stops.some(({step}) => step === 'commit' || step === 'push');
	const rows = [
		// After the command has run, its result has the line.
		...(verification ? [] : heldBackLines(heldBack)),
		...formatPlannedHooks(hooks),
		...(pushPreview && !isStopped ? [`Would push to ${pushPreview.repo} ${pushPreview.branch}.`] : []),
	];
	return [...messages, ...rows.map(text => paragraph(text))];
}

/** What running the user's command on the changes has shown; empty if it was not asked for. */
export function verificationBlocks(report: Report): Document {
	const {verification, heldBack} = report;
	if (!verification || verification.state === 'not-run') return [];
	const where = '; the end of its output:';
	const lines = verificationLines({verification, heldBack}, id => nameChange(id, report), where);
	const {failure} = verification;
	const output = failure && failure.tail.trim() !== '' ? failure : null;
	return [
		{kind: 'heading', text: 'verify'},
		...lines.map(({text, tone}) => paragraph(text, tone, 2)),
		...(output ? lastLines(output.tail).map(line => paragraph(line, 'quiet', 4)) : []),
		...(output ? [paragraph(`all output: ${output.log}`, 'plain', 2)] : []),
	];
}

/** `src/limit.ts 40-44 (coderabbit)`: the lines as the table of findings has them; of several changes for one finding, those of the change. */
function nameChange(id: string, {changes, findings}: Report): string {
	const change = changes.find(one => one.id === id);
	if (!change) return id;
	const {path, placement} = change;
	const finding = findings.find(one => one.id === change.findings[0]);
	const placed = placement?.start ? {start: placement.start, end: placement.end ?? placement.start} : null;
	const lines = (finding?.changes.length === 1 ? finding.lines : null) ?? placed;
	return `${path}${lines ? ` ${rangeOf(lines)}` : ''}${finding ? ` (${nameAuthor(finding)})` : ''}`;
}

/** What threads hear, if nothing of it is written yet, and why the others hear nothing, or stay open. */
export function threadBlocks({publication, findings}: Report): Block[] {
	const areTold = publication !== null && isPlanned(publication);
	const heard = withoutRepeats(findings).flatMap(({closing, source, path, lines}) => {
		if (!closing || closing.reasonCode === 'excluded') return [];
		const place = path === null ? 'not on a file' : lines ? `${path}:${rangeOf(lines)}` : path;
		return [{...closing, place, what: source.threadId === null ? 'finding' : 'thread'}];
	});
	const replied = heard.filter(({text, told}) => areTold && text !== null && told === 'reply');
	const missed = new Map<string, {what: string; why: string; places: string[]}>();
	for (const {place, what, text, reason, reasonCode, replyUrl} of heard) {
		if (reason === '' || isOwnWish(reasonCode)) continue;
		const why = `${text === null && replyUrl === null ? 'no reply' : 'not resolved'}, ${reason}`;
		const known = missed.get(what + why) ?? {what, why, places: []};
		known.places.push(place);
		missed.set(what + why, known);
	}
	const left = [...missed.values()].map(({what, why, places}) => {
		const named = places.length > placesNamed ? [...places.slice(0, placesNamed - 1), '…'] : places;
		return paragraph(`  ${count(places.length, what)}: ${why} (${named.join(', ')})`, 'quiet');
	});
	return [...replied.map(({place, text}) => paragraph(`  ${place}: ${text}`)), ...left];
}

/** A thread is listed once, whatever answers it has; of its findings, the one that stands for what is said in it. */
function withoutRepeats(findings: Report['findings']): Report['findings'] {
	const threads = Map.groupBy(findings, ({id, source}) => source.threadId ?? id);
	return [...threads.values()].flatMap(one => one.find(({outcome}) => outcome !== 'not-actionable') ?? one.slice(0, 1));
}

/** What you did not ask for, what is counted above, and what has no thread to resolve. */
const isOwnWish = (code: OpenCode | null) => code === 'not-asked' || code === 'not-written' || code === 'no-thread';

/** The findings above the summary name them all. */
const placesNamed = 4;
