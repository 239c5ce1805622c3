import {commitsOf} from '../../worktree/commit/commit-step.ts';
import type {Journal} from '../../worktree/journal.ts';
import {isPushed, type PublicationStep} from '../../worktree/publication.ts';
import {undoCommand} from '../closing/closing-report.ts';
import {summarize} from '../report/make-report.ts';
import type {Outcome} from '../report/outcome.ts';
import type {Report} from '../report/report.ts';
import type {FleetEntry} from './fleet-entry.ts';

type RecordedEnd = {
	entry: Pick<FleetEntry, 'commits' | 'replies' | 'resolved' | 'run' | 'undo'>;
	/** Ids of the findings whose changes are in its commits. */
	applied: string[];
};

/** What a run has written to the host, by its record: also if it was cut. @throws {Failure} `journal-damaged` */
export async function recordedEnd(id: string, journal: Journal): Promise<RecordedEnd> {
	const run = await journal.read(id);
	const commits = commitsOf(run).flatMap(result => result.commits);
	const committed = new Set(commits.flatMap(({changes}) => changes));
	const done = (wanted: PublicationStep['kind']) =>
		run.publication.filter(({kind, state}) => kind === wanted && state === 'done').length;
	return {
		entry: {
			commits: commits.map(({oid, headline}) => ({oid, headline})),
			replies: done('reply'),
			resolved: done('resolve'),
			run: run.id,
			undo: undoCommand(run.id, isPushed(run)),
		},
		applied: run.edits.flatMap(({changes, findings}) => (changes.every(one => committed.has(one)) ? findings : [])),
	};
}

/** Findings by outcome. Those that an earlier process has applied count as applied, though a later run found them done. */
export function summaryWith(
	applied: ReadonlySet<string>,
	findings: readonly Pick<Report['findings'][number], 'id' | 'outcome'>[],
): Report['summary'] {
	const outcomeOf = new Map<string, Outcome>(findings.map(({id, outcome}) => [id, outcome]));
	for (const id of applied) {
		const outcome = outcomeOf.get(id) ?? 'not-actionable';
		if (outcome === 'not-actionable' || outcome === 'already-applied') outcomeOf.set(id, 'applied');
	}
	return summarize([...outcomeOf.values()].map(outcome => ({outcome})));
}
