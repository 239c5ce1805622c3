import {undoOf} from '../../delivery/publish/report-publication.ts';
import type {Journal} from '../../worktree/journal.ts';
import {effectsOf} from '../../worktree/run-effects.ts';
import type {Run} from '../../worktree/run-record.ts';
import {summarize} from '../report/make-report.ts';
import type {Judged} from '../report/outcome.ts';
import type {Report} from '../report/report.ts';
import type {FleetEntry} from './fleet-entry.ts';

/**
 * What a run has written to the host, by its record: also if it was cut. `applied` are the ids of the findings whose changes
 * are in its commits. @param mayBeCut as for `effectsOf`
 */
export function recordedEnd(run: Run, mayBeCut: boolean) {
	const {commits, done, unknown} = effectsOf([run], mayBeCut);
	const committed = new Set(commits.flatMap(({changes}) => changes));
	return {
		entry: {
			commits: commits.map(({oid, headline}) => ({oid, headline})),
			replies: done.replies,
			resolved: done.resolved,
			unknown,
			run: run.id,
			undo: undoOf(run),
		} satisfies Partial<FleetEntry>,
		applied: run.edits.flatMap(({changes, findings}) => (changes.every(one => committed.has(one)) ? findings : [])),
	};
}

/** The run with this id; null if it left no record, because it wrote nothing. */
export async function recordedRun(id: string, journal: Journal): Promise<Run | null> {
	return (await journal.listReadable()).find(run => run.id === id) ?? null;
}

/** Findings by outcome. Those that an earlier process has applied count as applied, though a later run found them done. */
export function summaryWith(
	applied: ReadonlySet<string>,
	findings: readonly Pick<Report['findings'][number], 'id' | 'outcome' | 'fixedIn'>[],
): Report['summary'] {
	const judged = new Map<string, Judged>(findings.map(({id, outcome, fixedIn}) => [id, {outcome, fixedIn}]));
	for (const id of applied) {
		const {outcome} = judged.get(id) ?? {outcome: 'not-actionable'};
		if (outcome === 'not-actionable' || outcome === 'already-applied') judged.set(id, {outcome: 'applied'});
	}
	return summarize([...judged.values()]);
}
