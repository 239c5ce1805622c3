import {isPlanned} from '../run/closing/closing-lines.ts';
import type {Report} from '../run/report.ts';
import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import {formatLines} from './report-findings.ts';
import type {Layout} from './terminal.ts';

/** What the threads of findings hear, if nothing of it is written yet, and why nothing is said in the others. */
export function formatThreads({publication, findings}: Report, {paint, room}: Layout): string[] {
	const areTold = publication !== null && isPlanned(publication);
	return findings.flatMap(({closing, source, path, lines}) => {
		if (!closing) return [];
		const place = path === null ? '-' : shownIn(room, lines ? `${path}:${formatLines(lines)}` : path);
		const {text, reason} = closing;
		const isTold = areTold && text !== null && source.threadId !== null;
		const told = isTold ? wrap(`  ${place}: ${shownIn(room, text)}`, room) : [];
		const left = reason === '' ? [] : wrap(`  ${place}: ${reason}`, room).map(line => paint('dim', line));
		return [...told, ...left];
	});
}
