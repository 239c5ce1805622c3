import type {Location} from '../code-host/location.ts';
import {exitCodes} from '../exit-code.ts';
import type {CheckRun} from '../github/check-run.ts';
import type {WorkflowHost} from '../github/workflow.ts';
import {annotationsOf} from './annotations.ts';
import type {ActionEnd} from './carry-out.ts';
import {outcomeOf} from './result.ts';
import {formatSummary} from './summary.ts';

const conclusions: Partial<Record<number, CheckRun['conclusion']>> = {
	[exitCodes.done]: 'success',
	[exitCodes.needsPerson]: 'neutral',
};

/**
 * Shows all findings that are left in the files of the pull request, on its head after the run: a step itself may show ten.
 * Nothing happens if the token lacks the permission `checks: write`.
 */
export async function showCheck(end: ActionEnd, location: Location, host: WorkflowHost): Promise<void> {
	const {report, exitCode} = end.result;
	const head = report?.commits.at(-1)?.oid ?? report?.pullRequest.headOid;
	if (!report || !head) return;
	const placed = annotationsOf(report).flatMap(({path, lines, title = '', message}) =>
		path !== undefined && lines !== undefined ? [{path, ...lines, title, message}] : [],
	);
	await host.addCheckRun(location, {
		head,
		conclusion: conclusions[exitCode] ?? 'failure',
		title: outcomeOf(end.result),
		summary: formatSummary({...end, patch: ''}),
		annotations: placed,
	});
}
