import type {Standing} from '../../../code-host/publisher.ts';
import {sentences} from '../../../text/sentences.ts';
import type {PushOutcome} from '../../../worktree/push/push.ts';
import type {ClosingStop, PushTarget} from '../../events.ts';

type Refused = Omit<ClosingStop, 'step'>;

export const commitStays = 'The commit stays on your branch.';

/** What a push that was refused means, and what to do. @param isBack whether the commit was taken back */
export function refusedPush(
	outcome: Exclude<PushOutcome, {kind: 'pushed'}>,
	{head}: Standing,
	{repository, branch}: PushTarget,
	isBack: boolean,
): Refused {
	const where = `${repository} ${branch}`;
	const told = 'lines' in outcome ? outcome.lines.join('\n') : '';
	const withLines = (text: string) => (told === '' ? text : `${text}\n${told}`);
	switch (outcome.kind) {
		case 'moved':
			return head.exists ? moved(where, isBack) : deleted(where);
		case 'declined':
			return {
				code: 'push-declined',
				message: withLines(`The rules of ${repository} refuse the push:`),
				remedy: sentences(commitStays, 'Once the rules allow it, run the command again.'),
				ending: 'authentication',
			};
		case 'workflow':
			return {
				code: 'push-workflow',
				message: withLines('Nothing was pushed: a change to a workflow file needs the permission "workflow".'),
				remedy: 'Give the token that permission, or decline the change in --decisions <file>.',
				ending: 'authentication',
			};
		case 'denied':
			return {
				code: 'push-denied',
				message: withLines(`git may not push to ${where}:`),
				remedy: sentences(commitStays, 'Run `gh auth setup-git`, or set GITHUB_TOKEN to a token with contents: write.'),
				ending: 'authentication',
			};
		case 'unknown':
			return {
				code: 'push-failed',
				message: withLines(`The push to ${where} failed:`),
				remedy: sentences(commitStays, 'To try again, run: pr-resolve apply --continue'),
				ending: 'failed',
			};
	}
}

const moved = (where: string, isBack: boolean): Refused => ({
	code: 'push-moved',
	message: sentences(
		`Nothing was pushed: ${where} has new commits.`,
		isBack ? 'The changes stay in your files, not committed.' : commitStays,
	),
	remedy: 'Run `git pull`, then the command again. If git pull refuses, run `pr-resolve undo` first.',
	ending: 'needsPerson',
});

const deleted = (where: string): Refused => ({
	code: 'push-deleted',
	message: `Nothing was pushed: ${where} was deleted, perhaps because the pull request was merged.`,
	remedy: commitStays,
	ending: 'needsPerson',
});
