import type {CommitEnd} from '../../code-host/commit-order.ts';
import {advise, again, joinRemedies, type Remedy} from '../../failure.ts';
import type {FailureCode} from '../../failure-codes.ts';
import type {DeliveryStop} from '../../run/events.ts';
import {continuing} from '../../worktree/run-id.ts';
import type {Run} from '../../worktree/run-record.ts';
import {nameWorkflowChanges} from '../push/refused-push.ts';
import type {HostBranch} from './host-record.ts';

/** How a commit that was not made ended. */
export type FailedCommit = Exclude<CommitEnd, {kind: 'made'}>;

/** Whether the same commit may still be made, or may be there: then `apply --continue` settles it. */
export const isResumable = ({kind}: FailedCommit): boolean =>
	kind === 'unknown' || kind === 'limited' || kind === 'blocked';

/** What a commit that the code host did not make means, and what to do. */
export function stoppedCommit(
	end: FailedCommit,
	{repository, branch}: HostBranch,
	{run, hasMade}: {run: Run; hasMade: boolean},
): DeliveryStop {
	const nothing = nothingWas(hasMade);
	const where = `${repository} ${branch}`;
	const settle = continuing(run.id);
	switch (end.kind) {
		case 'stale':
			return stop(
				'branch-moves',
				`${nothing}: ${where} moves faster than pr-resolve can commit to it.`,
				advise`${again}.`,
				'needsPerson',
			);
		case 'declined':
			return stop(
				'push-declined',
				[`The rules of ${repository} refuse the commit:`, ...end.lines].join('\n'),
				advise`Once the rules allow it, ${again}.`,
				'authentication',
			);
		case 'workflow':
			return stop(
				'push-workflow',
				[`${nothing}: a change to a workflow file needs the permission "workflow".`, ...end.lines].join('\n'),
				`Give the token that permission, or decline ${nameWorkflowChanges(run) || 'the change'} in --decisions <file>.`,
				'authentication',
			);
		case 'gone':
			return stop(
				'push-deleted',
				`${nothing}: ${where} was deleted, perhaps because the pull request was merged.`,
				'',
				'needsPerson',
			);
		case 'unsigned':
			return stop(
				'needs-signature',
				`${nothing}: ${where} accepts only signed commits, and GitHub does not sign this one for your token.`,
				'Use the token of a GitHub App, or run apply in a clone.',
				'needsPerson',
			);
		case 'limited': {
			const time = new Date(end.until).toISOString().slice(11, 16);
			return stop('write-limit', 'GitHub limits writes.', advise`After ${time} UTC, ${settle}`, 'guard');
		}
		case 'unknown':
			return stop(
				'unknown-commit',
				`The response to the commit on ${where} was lost.`,
				advise`To check it, ${settle}`,
				'failed',
			);
		case 'blocked':
			return stop(
				end.failure.code,
				end.failure.message,
				joinRemedies(end.failure.remedy, advise`Then ${settle}`),
				end.failure.kind,
			);
		case 'denied':
		case 'rejected':
			return stop(end.failure.code, end.failure.message, end.failure.remedy, end.failure.kind);
	}
}

/** Whether earlier commits of the run are on the branch. */
const nothingWas = (hasMade: boolean) => (hasMade ? 'Nothing else was committed' : 'Nothing was committed');

const stop = (code: FailureCode, message: string, remedy: Remedy, ending: DeliveryStop['ending']): DeliveryStop => ({
	step: 'commit',
	code,
	message,
	remedy,
	ending,
});

/** Everything is there, no longer fits, or was answered. */
export const nothingToCommit: DeliveryStop = {
	step: 'commit',
	code: 'nothing-to-commit',
	message: 'Nothing to commit: no change is left to apply.',
	remedy: '',
	ending: 'done',
};
