import {severityRank} from '../review/finding.ts';
import {type Outcome, outcomes} from '../run/report/outcome.ts';
import type {Report} from '../run/report/report.ts';
import {count} from '../text/sentences.ts';
import {leftIn} from './result.ts';
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
