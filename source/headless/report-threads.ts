import type {OpenReason} from '../review/closing/fate.ts';
import {isPlanned} from '../run/closing/closing-lines.ts';
import type {Report} from '../run/report/report.ts';
import {count} from '../text/count.ts';
import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import {formatLines} from './report-findings.ts';
import type {Layout} from './terminal.ts';

/** What the threads of findings hear, if nothing of it is written yet, and why the others hear nothing, or stay open. */
export function formatThreads({publication, findings}: Report, {paint, room}: Layout): string[] {
	const areTold = publication !== null && isPlanned(publication);
	const missed = new Map<string, string[]>();
	const told = findings.flatMap(({closing, source, path, lines}) => {
		if (!closing || closing.reason === excluded) return [];
		const place = path === null ? 'not on a file' : shownIn(room, lines ? `${path}:${formatLines(lines)}` : path);
		const {text, reason, replyUrl} = closing;
		const why = `${replyUrl === null ? 'no reply' : 'not resolved'}, ${reason}`;
		if (reason !== '') missed.set(why, [...(missed.get(why) ?? []), place]);
		const isTold = areTold && text !== null && source.threadId !== null;
		return isTold ? wrap(`  ${place}: ${shownIn(room, text)}`, room) : [];
	});
	const left = [...missed].flatMap(([why, places]) => {
		const named = places.length > placesNamed ? [...places.slice(0, placesNamed - 1), '…'] : places;
		return wrap(`  ${count(places.length, 'finding')}: ${why} (${named.join(', ')})`, room);
	});
	return [...told, ...left.map(line => paint('dim', line))];
}

/** The filters have been named, with what they exclude. */
const excluded: OpenReason = 'excluded';

/** The findings above the summary name them all. */
const placesNamed = 4;
