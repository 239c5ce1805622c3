import type {OpenCode} from '../review/closing/stays-open.ts';
import {isPlanned} from '../run/closing/closing-lines.ts';
import type {Report} from '../run/report/report.ts';
import {shownIn} from '../text/safe.ts';
import {count} from '../text/sentences.ts';
import {wrap} from '../text/wrap.ts';
import {formatLines} from './report-findings.ts';
import type {Layout} from './terminal.ts';

/** What threads hear, if nothing of it is written yet, and why the others hear nothing, or stay open. */
export function formatThreads({publication, findings}: Report, {paint, room}: Layout): string[] {
	const areTold = publication !== null && isPlanned(publication);
	const missed = new Map<string, {what: string; why: string; places: string[]}>();
	const told = withoutRepeats(findings).flatMap(({closing, source, path, lines}) => {
		if (!closing || closing.reasonCode === 'excluded') return [];
		const place = path === null ? 'not on a file' : shownIn(room, lines ? `${path}:${formatLines(lines)}` : path);
		const {text, reason, reasonCode, replyUrl} = closing;
		if (reason !== '' && !isOwnWish(reasonCode)) {
			const what = source.threadId === null ? 'finding' : 'thread';
			const why = `${text === null && replyUrl === null ? 'no reply' : 'not resolved'}, ${reason}`;
			const known = missed.get(what + why);
			if (known) known.places.push(place);
			else missed.set(what + why, {what, why, places: [place]});
		}
		const isTold = areTold && text !== null && source.threadId !== null;
		return isTold ? wrap(`  ${place}: ${shownIn(room, text)}`, room) : [];
	});
	const left = [...missed.values()].flatMap(({what, why, places}) => {
		const named = places.length > placesNamed ? [...places.slice(0, placesNamed - 1), '…'] : places;
		return wrap(`  ${count(places.length, what)}: ${why} (${named.join(', ')})`, room);
	});
	return [...told, ...left.map(line => paint('dim', line))];
}

/** A thread is listed once, whatever answers it has; of its findings, the one that stands for what is said in it. */
function withoutRepeats(findings: Report['findings']): Report['findings'] {
	const threads = Map.groupBy(findings, ({id, source}) => source.threadId ?? id);
	return [...threads.values()].map(one => one.find(({outcome}) => outcome !== 'not-actionable') ?? one[0]!);
}

/** What you did not ask for, what is counted above, and what has no thread to resolve. */
const isOwnWish = (code: OpenCode | null) => code === 'not-asked' || code === 'not-written' || code === 'no-thread';

/** The findings above the summary name them all. */
const placesNamed = 4;
