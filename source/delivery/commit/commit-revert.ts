import {commitMessage, headlineIn} from '../../resolve/commit-message.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {targetOf} from '../../run/records/journal.ts';
import {count} from '../../text/sentences.ts';
import {checkoutAfter} from '../../worktree/checkout.ts';
import {type CommitGroup, commitRuns} from '../../worktree/commit/commit-runs.ts';
import {changesOf, commitsOf} from '../../worktree/commit/commit-step.ts';
import {divideBy} from '../../worktree/commit/divide.ts';
import type {Committer} from '../../worktree/commit/identity.ts';
import type {Worktree} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {Reverting} from '../place.ts';
import {mayAskToSign} from '../prompts.ts';
import {readyToCommit} from './commit.ts';

/** Commits what a run wrote to revert another one, and nothing else. Returns whether all of it could be committed in part. @throws {Failure} as `readyToCommit`, `commitRuns` */
export async function* commitRevert(
	{run, site, requiresSignoff}: Reverting<Worktree>,
	context: Context,
): AsyncGenerator<RunEvent, boolean> {
	const {repository, prompts, number, runId} = site;
	const {git, place, committer} = await readyToCommit(repository, context);
	const outcome = await mayAskToSign(prompts, committer, identity =>
		commitRuns(targetOf(repository, context), {
			git,
			place,
			identity,
			run: runId,
			takesAlong: false,
			divide: divideBy(() => null),
			gate: null,
			messageOf: group => revertMessage(run, group, requiresSignoff ? committer : null, number),
			sleep: ms => context.sleep(ms, context.signal),
		}),
	);
	const isCommitted = outcome.kind === 'committed';
	const commits = isCommitted ? outcome.result.commits : [];
	yield {type: 'committed', on: checkoutAfter(place.ref, commits), commits, earlier: [], left: outcome.left};
	if (!isCommitted) {
		yield {
			type: 'delivery-stopped',
			stop: {
				step: 'commit',
				code: 'not-committed',
				message: 'The files are restored, but not committed.',
				remedy: `Commit or remove your own edits, then run: pr-resolve undo ${run.id} --publish`,
				ending: 'needsPerson',
			},
		};
	}
	return isCommitted;
}

/** @param signer who signs it off; null: nobody @param number of the pull request */
export const revertMessage = (
	run: Run,
	{runs, edits}: Pick<CommitGroup, 'runs' | 'edits'>,
	signer: Pick<Committer, 'name' | 'email'> | null,
	number: number,
): string =>
	commitMessage(revertText(run, changesOf(edits).reverts ?? []), {
		number,
		changes: 0,
		files: new Set(edits.map(({path}) => path)).size,
		runs,
		part: null,
		only: [],
		coAuthors: [],
		signedOffBy: signer && `${signer.name} <${signer.email}>`,
	});

/** As `git revert` words it, if all changes of a commit are reverted. @param reverted ids of changes */
function revertText(run: Run, reverted: readonly string[]): string {
	const commits = commitsOf(run);
	const [first, ...others] = commits;
	const more = others.length > 0 ? ` and ${others.length} more` : '';
	const named = commits.flatMap(({oid, changes, reverts = []}) => {
		const all = [...changes, ...reverts];
		const done = all.filter(id => reverted.includes(id)).length;
		if (done === all.length) return [`This reverts commit ${oid}.`];
		return done > 0 ? [`Reverts ${done} of ${count(all.length, 'change')} of ${oid}.`] : [];
	});
	if (named.length === 0) named.push(`Reverts a part of ${commits.map(({oid}) => oid).join(' and ')}.`);
	return `Revert "${headlineIn(first?.headline ?? run.id)}"${more}\n\n${named.join('\n')}`;
}
