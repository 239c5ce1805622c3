import type {Context} from '../../run/context.ts';
import type {DeliveryStop, RunEvent} from '../../run/events.ts';
import {committableRuns, type LeftOut} from '../../worktree/commit/gather.ts';
import {pendingEdits} from '../../worktree/commit/pending.ts';
import {recordReformatted} from '../../worktree/hooks/record-reformatted.ts';
import {acceptReformatted, isOpenReformat, reformattedDiff} from '../../worktree/hooks/reformatted-edits.ts';
import {type Journal, openJournal} from '../../worktree/journal.ts';
import {gitOf} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {keepingRecord} from '../../worktree/transaction.ts';
import type {Delivery} from '../delivery.ts';
import {deliveryDetails} from '../record.ts';
import {acceptsHooks, type VerifyRequest} from '../request.ts';
import {type TakeUp, toAccept} from './hook-runner.ts';

const stays = 'Not committed: the changes stay in your files.';

type HookedCommit = Pick<Delivery, 'repository' | 'runId' | 'request' | 'prompts'>;

/** Takes what pre-commit changes of lines of runs into their records. @param mayAccept whether that may be committed */
export function takeUpFor({repository, runId, request}: HookedCommit, mayAccept: boolean, context: Context): TakeUp {
	const journal = openJournal(repository.records, context);
	const willAccept = mayAccept && acceptsHooks(request);
	const detailsOf = (run: Run) =>
		run.id === runId ? detailsToVerify(run, willAccept ? request.verify : null) : run.details;
	return async changes => {
		const recorded = await keepingRecord(repository.records, stays, () =>
			recordReformatted(journal, changes, detailsOf),
		);
		const diffs = await Promise.all(recorded.runs.map(async id => reformattedDiff(await journal.read(id), journal)));
		const isOurs = recorded.runs.length > 0 && recorded.others.length === 0;
		if (!isOurs && willAccept) await forgetVerification(journal, runId);
		return {...recorded, diff: diffs.join(''), isAccepted: isOurs && willAccept};
	};
}

/** What was verified before is not what would be committed now. @param verify what is to follow; null: nothing */
function detailsToVerify(run: Run, verify: VerifyRequest | null): Run['details'] {
	const known = deliveryDetails(run);
	if (!known) return run.details;
	return {...run.details, closing: known.closing && {...known.closing, verify}, isVerified: false};
}

/** Why what a hook has made of an edit is not committed; null if it may be. */
export const whyNotAccepted: LeftOut = ({source}) =>
	isOpenReformat(source.edit) ? {reason: 'reformatted by pre-commit; --hooks=accept commits it like that'} : null;

/**
 * Decides what becomes of lines that the next commit would have as a hook has made them: `--hooks=accept` takes them, and a
 * person who can be asked has the last word. Returns whether to go on.
 */
export async function* settleReformatted(delivery: HookedCommit, context: Context): AsyncGenerator<RunEvent, boolean> {
	const {runId, request, prompts} = delivery;
	const journal = openJournal(delivery.repository.records, context);
	const open = await openReformats(delivery, journal, context);
	if (open.length === 0) return true;
	if (!acceptsHooks(request)) {
		const isOwn = open.some(({id}) => id === runId);
		if (isOwn) yield {type: 'delivery-stopped', stop: notAccepted(runId)};
		return !isOwn;
	}
	if (prompts && !prompts.hasAgreed) {
		const diff = (await Promise.all(open.map(run => reformattedDiff(run, journal)))).join('');
		const ask = () => prompts.confirm('Commit these lines as pre-commit has reformatted them?', context.signal, {diff});
		if (!(await (context.lock ? context.lock.whileFree(ask) : ask()))) {
			await forgetVerification(journal, runId);
			yield {type: 'delivery-stopped', stop: notAccepted(runId)};
			return false;
		}
	}
	const accept = async () => {
		for (const run of open) await acceptReformatted(journal, run);
	};
	await keepingRecord(delivery.repository.records, stays, accept);
	return true;
}

/** Who accepts it later with `apply --continue` gets no claim that it passes. */
async function forgetVerification(journal: Journal, id: string | null): Promise<void> {
	const run = id === null ? null : await journal.read(id);
	if (run) await journal.revise(run.id, {details: detailsToVerify(run, null)});
}

/** The runs with lines that a hook has changed, that nobody has accepted, and that a commit would have. */
async function openReformats({repository, runId}: HookedCommit, journal: Journal, context: Context): Promise<Run[]> {
	const runs = (await committableRuns(journal)).filter(({edits}) => edits.some(isOpenReformat));
	if (runs.length === 0) return [];
	const git = gitOf(repository, {...context, offline: true});
	const {candidates} = await pendingEdits(git, repository.root, journal, runId);
	const open = new Set(candidates.flatMap(({source}) => (isOpenReformat(source.edit) ? [source.run] : [])));
	return runs.filter(({id}) => open.has(id));
}

const notAccepted = (run: string | null): DeliveryStop => ({
	step: 'commit',
	code: 'not-accepted',
	message: 'Not committed: pre-commit has reformatted lines.',
	remedy: toAccept(run),
	ending: 'needsPerson',
});
