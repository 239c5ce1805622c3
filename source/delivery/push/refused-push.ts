import {advise, again, joinRemedies} from '../../failure.ts';
import type {PushTarget} from '../../run/events.ts';
import {sentences} from '../../text/sentences.ts';
import type {PushOutcome} from '../../worktree/push/push.ts';
import {continuing} from '../../worktree/run-id.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {MovedHead} from './moved-head.ts';
import type {PushStop} from './push-obstacles.ts';

export const commitStays = 'The commit stays on your branch.';

type Circumstances = {
	/** Id of the run that pushes; null if it wrote nothing. */
	run: string | null;
	/** The runs whose commits were to be pushed. */
	pushed: readonly Run[];
	/** Whether the last commit was taken back. */
	isBack: boolean;
};

/** What a push that was refused means, and what to do. */
export function refusedPush(
	outcome: Exclude<PushOutcome, {kind: 'pushed'}>,
	{repository, branch}: PushTarget,
	now: Circumstances,
): PushStop {
	const where = `${repository} ${branch}`;
	const told = 'lines' in outcome ? outcome.lines.join('\n') : '';
	const withLines = (text: string) => (told === '' ? text : `${text}\n${told}`);
	switch (outcome.kind) {
		case 'moved':
			return deleted(where);
		case 'declined':
			return {
				code: 'push-declined',
				message: withLines(`The rules of ${repository} refuse the push:`),
				remedy: advise`${commitStays} Once the rules allow it, ${again}.`,
				ending: 'authentication',
			};
		case 'workflow':
			return {
				code: 'push-workflow',
				message: withLines('Nothing was pushed: a change to a workflow file needs the permission "workflow".'),
				remedy: joinRemedies(
					now.isBack ? '' : commitStays,
					advise`Give the token that permission, and ${again}.`,
					withoutWorkflows(now.pushed),
				),
				ending: 'authentication',
			};
		case 'denied':
			return {
				code: 'push-denied',
				message: withLines(`git may not push to ${where}:`),
				remedy: joinRemedies(
					commitStays,
					'Run `gh auth setup-git`, or set GITHUB_TOKEN to a token with contents: write.',
					advise`Then ${again}.`,
				),
				ending: 'authentication',
			};
		case 'unknown':
			return {
				code: outcome.isSilent ? 'push-unanswered' : 'push-failed',
				message: withLines(
					outcome.isSilent
						? `No answer to the push to ${where}, which may still arrive:`
						: `The push to ${where} failed:`,
				),
				remedy: advise`${commitStays} To ${outcome.isSilent ? 'settle it' : 'try again'}, ${continuing(outcome.isSilent ? now.run : null)}`,
				ending: 'failed',
			};
	}
}

/** The workflow files that runs have changed. */
export const workflowsIn = (runs: readonly Run[]): string[] => [
	...new Set(runs.flatMap(({edits}) => edits.map(({path}) => path)).filter(isWorkflow)),
];

const isWorkflow = (path: string) => path.startsWith('.github/workflows/');

/** How to push the rest; empty if no run has changed a workflow file. */
function withoutWorkflows(runs: readonly Run[]): string {
	const own = runs.filter(run => nameWorkflowChanges(run) !== '');
	if (own.length === 0) return '';
	const undo = own.map(({id}) => `pr-resolve undo ${id}`).join(' && ');
	return `Or run \`${undo}\`, and decline ${own.map(nameWorkflowChanges).join(', ')} in --decisions <file>.`;
}

/** `c1, c2 (.github/workflows/ci.yml)`; empty if a run has changed no workflow file. */
export const nameWorkflowChanges = ({edits}: Pick<Run, 'edits'>): string =>
	edits
		.filter(({path}) => isWorkflow(path))
		.map(({path, changes}) => `${changes.join(', ')} (${path})`)
		.join(', ');

/** @param isBack whether the last commit was taken back @param next what to run once the files have the new head */
export const movedPush = ({reason, commands, otherwise}: MovedHead, isBack: boolean, next: string): PushStop => ({
	code: 'push-moved',
	message: sentences(
		`Nothing was pushed: ${reason}.`,
		isBack ? 'The changes stay in your files, not committed.' : commitStays,
	),
	remedy: sentences(`Run \`${commands.join(' && ')}\`, then ${next}.`, otherwise),
	ending: 'needsPerson',
});

const deleted = (where: string): PushStop => ({
	code: 'push-deleted',
	message: `Nothing was pushed: ${where} was deleted, perhaps because the pull request was merged.`,
	remedy: commitStays,
	ending: 'needsPerson',
});
