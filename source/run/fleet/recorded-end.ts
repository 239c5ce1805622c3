import {commitsOf} from '../../worktree/commit/commit-step.ts';
import type {Journal} from '../../worktree/journal.ts';
import {isPushed, type PublicationStep} from '../../worktree/publication.ts';
import {undoCommand} from '../closing/closing-report.ts';
import type {FleetEntry} from './fleet-entry.ts';

type RecordedEnd = Pick<FleetEntry, 'commits' | 'replies' | 'resolved' | 'run' | 'undo'>;

/** What a run has written to the host, by its record: also if it was cut. @throws {Failure} `journal-damaged` */
export async function recordedEnd(id: string, journal: Journal): Promise<RecordedEnd> {
	const run = await journal.read(id);
	const done = (wanted: PublicationStep['kind']) =>
		run.publication.filter(({kind, state}) => kind === wanted && state === 'done').length;
	return {
		commits: commitsOf(run).flatMap(({commits}) => commits.map(({oid, headline}) => ({oid, headline}))),
		replies: done('reply'),
		resolved: done('resolve'),
		run: run.id,
		undo: undoCommand(run.id, isPushed(run)),
	};
}
