import type {Io} from '../commands/command.ts';
import {Failure, joinRemedies} from '../failure.ts';
import type {StepPullRequest} from './step-pull-request.ts';
import type {CommandComment} from './trigger.ts';
import {verbIn} from './verbs.ts';

/** Why a command is refused that a person may do by hand all the same. */
const refusedHere: readonly string[] = ['not-allowed', 'cannot-push'];

/** An error that ended a step, with what does the same in a clone if it refuses a command for which there is such a thing. */
export async function orByHand(
	error: unknown,
	comment: CommandComment | null,
	location: StepPullRequest,
	io: Io,
): Promise<unknown> {
	if (!(error instanceof Failure) || comment === null || !refusedHere.includes(error.code)) return error;
	const byHand = await verbIn(comment.words)?.byHand?.(location, io);
	if (byHand == null) return error;
	return error.with({remedy: joinRemedies(error.remedy, `Or run, in a clone: ${byHand}`)});
}
