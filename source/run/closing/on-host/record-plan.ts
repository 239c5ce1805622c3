import {hashOf} from '../../../worktree/images.ts';
import {openJournal} from '../../../worktree/journal.ts';
import type {PublicationStep} from '../../../worktree/publication.ts';
import type {Repository} from '../../../worktree/repository.ts';
import {keepingRecord, underLock} from '../../../worktree/transaction.ts';
import {planEdits, summaryOf} from '../../apply.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {recordTargetOf} from '../../records/journal.ts';
import type {MadePlan} from '../closing-steps.ts';
import type {ClosingRequest} from '../request.ts';

/**
 * Records a plan that is to be committed as a run that changes no file here; returns its id, or null if there is nothing to
 * commit.
 * @param record what was asked for, and the steps that the record has from the start; null for nothing
 * @throws {Failure} `locked`, `journal-unwritable`
 */
export async function* recordPlan(
	{analysis, plan}: MadePlan<Repository>,
	record: {request: ClosingRequest; steps: readonly PublicationStep[]} | null,
	context: Context,
): AsyncGenerator<RunEvent, string | null> {
	if (!record?.request.commit) return null;
	const files = planEdits(analysis, plan).map(file => ({...file, mode: 0o644}));
	if (files.length === 0) return null;
	const target = recordTargetOf(analysis.repository, context);
	const runId = await underLock(target, (lock, journal) =>
		keepingRecord(target.records, nothingCommitted, () =>
			journal.begin({
				...summaryOf(analysis, plan, record.request),
				...{now: context.now(), randomId: context.randomId(), owner: lock.owner},
				...{files, refused: [], publication: [...record.steps], isComplete: true},
			}),
		),
	);
	yield {type: 'recorded', runId};
	return runId;
}

/** Puts another plan in the place of the recorded one, before anything of it is on the code host. */
export async function reviseRecord(
	id: string,
	{analysis, plan}: MadePlan<Repository>,
	request: ClosingRequest,
	context: Context,
): Promise<void> {
	const edits = planEdits(analysis, plan);
	const files = edits.map(({path, before, after}) => ({
		path,
		mode: 0o644,
		before: hashOf(before),
		after: hashOf(after),
	}));
	const contents = edits.flatMap(({before, after}) => [before, after]);
	const changes = {...summaryOf(analysis, plan, request), files, written: files.map(({path}) => path)};
	await openJournal(analysis.repository.records, context).revise(id, changes, contents);
}

const nothingCommitted = 'Nothing was committed.';
