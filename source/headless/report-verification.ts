import {lastLines, verificationLines} from '../run/closing/verify/verification-lines.ts';
import type {Report} from '../run/report/report.ts';
import {wrap} from '../text/wrap.ts';
import {paintLines} from './report-closing.ts';
import {formatLines, nameAuthor} from './report-findings.ts';
import type {Layout} from './terminal.ts';

/** What running the user's command on the changes has shown; empty if it was not asked for. */
export function formatVerification(report: Report, {paint, room}: Layout): string {
	const {verification, heldBack} = report;
	if (!verification || verification.state === 'not-run') return '';
	const rows = paintLines(
		verificationLines({verification, heldBack}, id => nameChange(id, report), '; the end of its output:'),
		{paint, room: room - 2},
	);
	const {failure} = verification;
	if (failure && failure.tail.trim() !== '') {
		rows.push(
			...lastLines(failure.tail).flatMap(line => wrap(line, room - 4).map(part => paint('dim', `  ${part}`))),
			...wrap(`all output: ${failure.log}`, room - 2),
		);
	}
	return `${paint('bold', 'verify')}\n${rows.map(row => `  ${row}\n`).join('')}`;
}

/** `src/limit.ts 40-44 (coderabbit)`: the lines as the table of findings has them; of several changes for one finding, those of the change. */
function nameChange(id: string, {changes, findings}: Report): string {
	const change = changes.find(one => one.id === id);
	if (!change) return id;
	const {path, placement} = change;
	const finding = findings.find(one => one.id === change.findings[0]);
	const placed = placement?.start ? {start: placement.start, end: placement.end ?? placement.start} : null;
	const lines = (finding?.changes.length === 1 ? finding.lines : null) ?? placed;
	return `${path}${lines ? ` ${formatLines(lines)}` : ''}${finding ? ` (${nameAuthor(finding)})` : ''}`;
}
