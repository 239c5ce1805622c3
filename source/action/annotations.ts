import type {Location} from '../code-host/location.ts';
import {exitCodes} from '../exit-code.ts';
import type {CheckRun} from '../github/check-run.ts';
import type {WorkflowHost} from '../github/workflow.ts';
import {severityRank} from '../review/finding.ts';
import {type Outcome, outcomes} from '../run/report/outcome.ts';
import type {Report} from '../run/report/report.ts';
import {count} from '../text/sentences.ts';
import {type ActionResult, leftIn, outcomeOf} from './result.ts';
import {formatSummary} from './summary.ts';
import type {Annotation} from './workflow-commands.ts';

/** GitHub shows so many of each kind for a step. */
const most = 10;

/** What keeps a finding open. */
const titles: Partial<Record<Outcome, string>> = {
	failed: 'Not applied',
	conflict: 'In conflict',
	stale: 'Stale',
	'needs-person': 'Needs review',
};

/** Annotations for the findings that are left, the worst first. */
export const annotationsOf = (report: Report | null): Annotation[] =>
	leftIn(report)
		.toSorted(
			(a, b) =>
				outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome) ||
				severityRank(b.severity) - severityRank(a.severity),
		)
		.map(ofFinding);

/** As many of them as GitHub shows, together with those for the whole run. */
export function annotate(report: Report | null, ofRun: readonly Annotation[]): Annotation[] {
	const left = annotationsOf(report);
	const room = Math.max(0, most - ofRun.filter(({level}) => level !== 'notice').length);
	const more = left.length - room;
	const message = `${count(more, 'more finding')} ${more === 1 ? 'is' : 'are'} left: see the summary of the job.`;
	return [...ofRun, ...left.slice(0, room), ...(more > 0 ? [{level: 'notice' as const, message}] : [])];
}

function ofFinding({title, reason, outcome, path, lines, source}: Report['findings'][number]): Annotation {
	return {
		level: 'warning',
		title: titles[outcome] ?? outcome,
		message: [title, reason, source.url].filter(Boolean).join('\n'),
		...(path !== null && {path}),
		...(path !== null && lines !== null && {lines}),
	};
}

const conclusions: Partial<Record<number, CheckRun['conclusion']>> = {
	[exitCodes.done]: 'success',
	[exitCodes.needsPerson]: 'neutral',
};

/**
 * Shows all findings that are left in the files of the pull request, on its head after the run: a step itself may show ten.
 * Nothing happens if the token lacks the permission `checks: write`.
 */
export async function showCheck(result: ActionResult, location: Location, host: WorkflowHost): Promise<void> {
	const {report, exitCode} = result;
	const head = report?.commits.at(-1)?.oid ?? report?.pullRequest.headOid;
	if (!report || !head) return;
	const placed = annotationsOf(report).flatMap(({path, lines, title = '', message}) =>
		path !== undefined && lines !== undefined ? [{path, ...lines, title, message}] : [],
	);
	await host.addCheckRun(location, {
		head,
		conclusion: conclusions[exitCode] ?? 'failure',
		title: outcomeOf(result),
		summary: formatSummary({...result, patch: ''}),
		annotations: placed,
	});
}
