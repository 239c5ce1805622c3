import {closingLines} from '../run/closing/closing-lines.ts';
import type {ClosingReport} from '../run/closing/closing-report.ts';
import type {Report} from '../run/report.ts';
import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import type {Layout} from './terminal.ts';

/** What came of the steps after writing; empty if none was taken. */
export function formatClosing(report: ClosingReport, {paint, room}: Layout): string[] {
	return closingLines(report).flatMap(({text, tone}) => {
		const lines = wrap(shownIn(room, text), room);
		return tone === 'open' ? lines.map(line => paint('yellow', line)) : lines;
	});
}

/** What a dry run would commit, and where it would push. */
export function formatPreview(
	{commitPreview, pushPreview}: Pick<Report, 'commitPreview' | 'pushPreview'>,
	{room}: Layout,
): string[] {
	const messages = commitPreview.flatMap(message => [
		'Would commit:',
		...message
			.trim()
			.split('\n')
			.map(line => `  ${line}`),
	]);
	const target = pushPreview ? [`Would push to ${pushPreview.repo} ${pushPreview.branch}.`] : [];
	return [...messages, ...target].flatMap(line => wrap(shownIn(room, line), room));
}
