import type {PlannedWrites} from '../run/closing/publish/published.ts';
import type {Report} from '../run/report.ts';
import {count} from '../text/count.ts';
import {elapsed} from '../text/figures.ts';
import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import {formatLines} from './report-findings.ts';
import type {Layout} from './terminal.ts';

/** How much was written to the threads; empty if that was not asked for. */
export function formatPublication({publication}: Pick<Report, 'publication'>, {room}: Layout): string[] {
	if (!publication) return [];
	const {target, notes, replies, resolved, reactions, comments, requested, pending, planned} = publication;
	const commits = target && `${target.before.slice(0, 10)}..${target.after.slice(0, 10)}`;
	const pushed = target ? [`Pushed ${target.repo} ${target.branch} ${commits}.`, ...notes] : [];
	const numbers = [
		count(replies, 'reply', 'replies'),
		`${resolved} resolved`,
		...(reactions > 0 ? [count(reactions, 'reaction')] : []),
		...(comments > 0 ? ['summary comment'] : []),
		...(requested > 0 ? [`${count(requested, 'review')} requested`] : []),
		...(pending > 0 ? [`${count(pending, 'write')} left`] : []),
	];
	const isQuiet = target !== null && replies + resolved + reactions + comments + requested + pending === 0;
	const threads = isQuiet
		? []
		: [`Threads: ${isPreview(publication) ? `${formatPlannedWrites(planned)} (planned)` : numbers.join(', ')}.`];
	const comment = isPreview(publication) ? formatComment(publication.summary?.text ?? null) : [];
	return [...pushed, ...threads, ...comment].flatMap(line => wrap(shownIn(room, line), room));
}

/** The summary comment that would be written. */
const formatComment = (text: string | null): string[] =>
	text === null ? [] : ['Would comment:', ...text.split('\n').map(line => (line === '' ? '' : `  ${line}`))];

/** After a run, writes are left only if something stopped it. */
const isPreview = ({stoppedBy, pending}: NonNullable<Report['publication']>) => stoppedBy === null && pending > 0;

/** `19 replies, 18 resolves, about 37 s`: GitHub allows a write a second. */
export function formatPlannedWrites({replies, resolved, reactions, comments, requested}: PlannedWrites): string {
	const writes = [
		...(replies > 0 ? [count(replies, 'reply', 'replies')] : []),
		...(resolved > 0 ? [count(resolved, 'resolve')] : []),
		...(reactions > 0 ? [count(reactions, 'reaction')] : []),
		...(comments > 0 ? ['summary comment'] : []),
		...(requested > 0 ? [count(requested, 'review request')] : []),
	];
	const number = replies + resolved + reactions + comments + requested;
	return `${writes.join(', ')}, about ${elapsed(1000 * number)}`;
}

/** What the threads of findings hear, if nothing of it is written yet, and why nothing is said in the others. */
export function formatThreads({publication, findings}: Report, {paint, room}: Layout): string[] {
	const isPlanned = publication !== null && isPreview(publication);
	return findings.flatMap(({closing, source, path, lines}) => {
		if (!closing) return [];
		const place = path === null ? '-' : shownIn(room, lines ? `${path}:${formatLines(lines)}` : path);
		const {text, reason} = closing;
		const told =
			isPlanned && text !== null && source.threadId !== null ? wrap(`  ${place}: ${shownIn(room, text)}`, room) : [];
		const left = reason === '' ? [] : wrap(`  ${place}: ${reason}`, room).map(line => paint('dim', line));
		return [...told, ...left];
	});
}
