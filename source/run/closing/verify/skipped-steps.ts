import {openJournal} from '../../../worktree/journal.ts';
import {isPushed} from '../../../worktree/publication.ts';
import {nameRuns} from '../../../worktree/run-id.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import type {Closing} from '../closing.ts';
import {undoCommand} from '../closing-report.ts';
import type {ClosingRequest} from '../request.ts';
import type {Verification} from './verification.ts';

/**
 * Tells which steps are not taken after a verification without a pass; nothing if none was asked for.
 * @param standing the runs whose changes stand and have not passed
 * @param verification what has kept them from passing
 */
export async function* tellSkipped(
	{request, repository}: Pick<Closing, 'request' | 'repository'>,
	standing: readonly string[],
	{changedFiles}: Pick<Verification, 'changedFiles'>,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const skipped = namesOfNext(request);
	if (skipped.length === 0) return;
	const journal = openJournal(repository.records, context);
	const runs = await Promise.all(standing.map(id => journal.read(id)));
	const why = runs.length === 0 ? 'nothing passed' : `what ${nameRuns(standing)} wrote has not passed`;
	const undo = runs.map(run => undoCommand(run.id, isPushed(run))).join(' && ');
	const first = changedFiles.length > 0 ? 'Leave the files alone while it runs' : 'Fix it';
	yield {
		type: 'closing-stopped',
		stop: {
			step: 'verify',
			code: 'not-verified',
			message: `Nothing was ${skipped.join(' or ')}, because ${why}.`,
			remedy: undo === '' ? '' : `${first} and run the same command again, or run: ${undo}`,
			ending: 'needsPerson',
		},
	};
}

const namesOfNext = ({commit, push, publish}: ClosingRequest): string[] => [
	...(commit ? ['committed'] : []),
	...(push ? ['pushed'] : []),
	...(publish && !push ? ['written to the pull request'] : []),
];
