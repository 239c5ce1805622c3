import {nameRuns} from '../run/name-runs.ts';
import type {Report} from '../run/report.ts';
import {count} from '../text/count.ts';
import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import {formatStop, formatUncommitted} from './left-over.ts';
import {formatPublication} from './report-publication.ts';
import type {Layout} from './terminal.ts';

/** The part of a report on the steps after writing. */
type ClosingReport = Pick<Report, 'publication' | 'committedRuns' | 'uncommitted' | 'stops'> & {
	commitPreview?: readonly string[];
	pushPreview?: Report['pushPreview'];
	commits: readonly Pick<Report['commits'][number], 'oid' | 'headline' | 'changes'>[];
};

/** What came of the steps after writing; empty if none was taken. */
export function formatClosing(report: ClosingReport, layout: Layout): string[] {
	const {paint, room} = layout;
	const {commits, commitPreview = [], pushPreview, committedRuns, uncommitted, stops} = report;
	const previews = commitPreview.flatMap(message => [
		'Would commit:',
		...message
			.trim()
			.split('\n')
			.map(line => `  ${line}`),
	]);
	if (pushPreview) previews.push(`Would push to ${pushPreview.repo} ${pushPreview.branch}.`);
	const rows = previews.flatMap(line => wrap(shownIn(room, line), room));
	const made = commits.flatMap(({oid, headline, changes}) =>
		wrap(`Committed ${oid.slice(0, 10)} ${shownIn(room, headline)} (${count(changes.length, 'change')}).`, room),
	);
	rows.push(...made);
	if (committedRuns.length > 0) {
		rows.push(...wrap(`It includes what ${nameRuns(committedRuns)} had left uncommitted.`, room));
	}
	const open = (lines: string[]) => lines.flatMap(line => wrap(line, room)).map(line => paint('yellow', line));
	rows.push(...open(formatUncommitted(uncommitted, room)));
	rows.push(...formatPublication(report, layout));
	rows.push(...open(stops.flatMap(formatStop)));
	return rows;
}
