import {verificationLines} from '../run/closing/verify/verification-lines.ts';
import type {Report} from '../run/report.ts';
import {wrap} from '../text/wrap.ts';
import {formatLines, nameAuthor} from './report-findings.ts';
import type {Layout} from './terminal.ts';

/** How many lines of output explain a failure; the log has the rest. */
const shownLines = 15;

/** What running the user's command on the changes has shown; empty if it was not asked for. */
export function formatVerification(report: Report, {paint, room}: Layout): string {
	const {verification} = report;
	if (!verification || verification.state === 'not-run') return '';
	const colors = {good: 'green', bad: 'red', open: 'yellow'} as const;
	const rows = verificationLines(verification, id => nameChange(id, report)).flatMap(({text, tone}) => {
		const lines = wrap(text, room - 2);
		return tone === 'plain' ? lines : lines.map(line => paint(colors[tone], line));
	});
	const {failure} = verification;
	if (failure && failure.tail.trim() !== '') {
		const lines = failure.tail.trimEnd().split('\n').slice(-shownLines);
		rows.push(
			...lines.flatMap(line => wrap(line.replaceAll('\t', '    '), room - 4)).map(line => paint('dim', `  ${line}`)),
			...wrap(`all output: ${failure.log}`, room - 2),
		);
	}
	return `${paint('bold', 'verify')}\n${rows.map(row => `  ${row}\n`).join('')}`;
}

/** `src/limit.ts 40-44 (coderabbit)` */
function nameChange(id: string, {changes, findings}: Report): string {
	const change = changes.find(one => one.id === id);
	if (!change) return id;
	const {path, placement} = change;
	const lines = placement?.start
		? ` ${formatLines({start: placement.start, end: placement.end ?? placement.start})}`
		: '';
	const finding = findings.find(one => one.id === change.findings[0]);
	return `${path}${lines}${finding ? ` (${nameAuthor(finding)})` : ''}`;
}
