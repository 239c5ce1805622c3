import {outcomes, outcomeTable} from '../../source/run/report/outcome.ts';
import type {Report} from '../../source/run/report/report.ts';

/** The summary of a report with these numbers. */
export function summaryOf(numbers: Partial<Report['summary']>): Report['summary'] {
	const none = Object.fromEntries(outcomes.map(outcome => [outcomeTable[outcome].key, 0]));
	const findings = Object.values(numbers).reduce((sum, number) => sum + number, 0);
	return {...none, findings, ...numbers} as Report['summary'];
}
