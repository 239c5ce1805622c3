import {committableRuns, type LeftOut} from '../../../worktree/commit/gather.ts';
import {pendingEdits} from '../../../worktree/commit/pending.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {gitOf} from '../../../worktree/repository.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import type {ClosingSite} from '../closing.ts';
import {commit} from '../commit/commit.ts';
import type {CommitRequest} from '../request.ts';
import {threadsOf} from './answers-since.ts';
import {type HeldEdit, heldAmong, withoutHeld} from './held-edits.ts';

/** What runs of this working tree wrote, the next commit would have, and people have answered since. @throws {Failure} */
export async function heldFromCommit(site: ClosingSite, context: Context): Promise<HeldEdit[]> {
	const {repository, target, runId} = site;
	const journal = openJournal(repository.records, context);
	const written = (await committableRuns(journal)).flatMap(({edits}) => edits);
	if (target === null || threadsOf(written).length === 0) return [];
	const git = gitOf(repository, {...context, offline: true});
	const {candidates, blocked} = await pendingEdits(git, repository.root, journal, runId);
	const sources = [...candidates, ...blocked].map(({source}) => source);
	return heldAmong(sources, site, context);
}

/** Commits what nobody has answered since it was planned. Returns whether the next step may follow. @throws {Failure} */
export async function* commitUnanswered(
	closing: Parameters<typeof commit>[0],
	request: CommitRequest,
	context: Context,
	leftOut: LeftOut = () => null,
): AsyncGenerator<RunEvent, boolean> {
	const isHeld = withoutHeld(await heldFromCommit(closing, context));
	return yield* commit(closing, request, context, candidate => leftOut(candidate) ?? isHeld(candidate));
}
