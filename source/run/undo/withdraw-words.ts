import {publishTargetOf} from '../../delivery/publish/open-publishing.ts';
import {revertThreads} from '../../delivery/publish/revert-threads.ts';
import {summaryOfRevert} from '../../delivery/revert-run.ts';
import {exitCodeOf} from '../../exit-code.ts';
import {parseReply} from '../../review/closing/marker.ts';
import type {Worktree} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {underLock} from '../../worktree/transaction.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {recordTargetOf} from '../records/journal.ts';
import {makeDriver} from '../state.ts';
import type {RevertReport} from './undo-published.ts';

/** Whether a run has said in threads what a person wrote. */
export const hasOwnWords = ({publication}: Run): boolean =>
	publication.some(step => step.kind === 'reply' && (parseReply(step.result.body)?.ownWords ?? null) !== null);

/** Undoes a run that changed no file: deletes what a person had it say where nobody has answered. @throws {Failure} as `revertThreads` */
export async function withdrawWords(
	run: Run,
	repository: Worktree,
	onEvent: (event: RunEvent) => void,
	context: Context,
): Promise<RevertReport> {
	const target = publishTargetOf(run.pullRequest);
	if (target === null) throw new Error(`The run ${run.id} has replied on no pull request.`);
	const by = await underLock(recordTargetOf(repository, context), async ({owner}, journal) =>
		journal.begin({
			...(await summaryOfRevert(run, {files: [], number: target.number}, journal)),
			...{now: context.now(), randomId: context.randomId(), owner, isComplete: true},
		}),
	);
	const driver = makeDriver(onEvent);
	const threads = await driver.follow(revertThreads({run, by, commit: 'HEAD', target}, repository, context));
	const {stops} = driver.state();
	if (threads && stops.length === 0)
		await underLock(recordTargetOf(repository, context), (_, journal) => journal.markUndone(run.id, 'undone'));
	const nothing = {commits: [], uncommitted: [], pushed: null};
	const isLeft = threads === null || threads.left.length > 0;
	return {
		...{files: [], commits: null, revert: {run: by, ...nothing, threads}},
		stops: stops.map(({ending: _, ...stop}) => stop),
		exitCode: exitCodeOf([...stops.map(({ending}) => ending), ...(isLeft ? (['needsPerson'] as const) : [])]),
	};
}
