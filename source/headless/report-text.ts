import {formatText, type Layout} from '../document/text.ts';
import type {Report} from '../run/report/report.ts';
import {type Possible, reportDocument} from '../run/report/report-document.ts';
import {lastingWarnings} from '../run/warning.ts';

export function formatReport(
	report: Report,
	layout: Layout,
	possible: Possible = {mayAsk: true, mayUndo: true},
): string {
	const {warnings, summary} = report;
	const withWarnings = (shown: Report['warnings']) =>
		formatText(reportDocument({...report, warnings: shown}, possible), layout);
	// stderr had them before. A report that fits below them leaves them in view.
	const again = withWarnings(lastingWarnings(warnings, summary));
	return again.split('\n').length > (layout.height ?? Number.POSITIVE_INFINITY) ? again : withWarnings([]);
}
