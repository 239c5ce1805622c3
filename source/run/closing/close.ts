import {Failure} from '../../failure.ts';
import {pendingEdits} from '../../worktree/commit/pending.ts';
import {openGit} from '../../worktree/git.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Lock} from '../../worktree/lock.ts';
import {takeLock} from '../../worktree/transaction.ts';
import {readTreeState, type TreeState} from '../../worktree/verify/tree-state.ts';
import type {Context} from '../context.ts';
import type {ClosingStep, RunEvent} from '../events.ts';
import {targetOf} from '../journal.ts';
import type {RunWarning} from '../warning.ts';
import type {Closing} from './closing.ts';
import {commit, prepareCommit} from './commit/commit.ts';
import {continuePublication} from './publish/continue-publication.ts';
import {publish} from './publish/publish.ts';
import {push} from './push/push.ts';
import type {ClosingRequest} from './request.ts';
import {verify} from './verify/verify.ts';

/**
 * Checks what the steps need, before a byte is written; returns the working tree as it is then, without what the commit
 * takes along of earlier runs; null if no step needs it, or git cannot tell.
 * @throws {Failure} as the steps; nothing was applied
 */
export async function prepareClosing(
	request: ClosingRequest,
	{repository, prompts}: Pick<Closing, 'repository' | 'prompts'>,
	context: Context,
): Promise<TreeState | null> {
	if (request.commit) await prepareCommit(repository, prompts, context);
	if (!request.verify) return null;
	const git = openGit({...context, cwd: repository.root, offline: true});
	const state = await readTreeState(git);
	if (!state || !request.commit) return state;
	const {whole} = await pendingEdits(git, repository.root, openJournal(repository.gitDir, context));
	return {...state, changed: state.changed.filter(path => !whole.includes(path))};
}

/** A commit is verified as such only if nothing else stands in the working tree. */
export function warnOfOtherEdits({verify, commit}: ClosingRequest, before: TreeState | null): RunWarning[] {
	if (!verify || !commit || !before || before.changed.length === 0) return [];
	const text =
		'the working tree has other uncommitted changes, so what passes is not exactly what is committed; commit or remove them first';
	return [{kind: 'other-edits', commentId: null, text}];
}

/**
 * Takes the steps that were asked for, one after the other, after the files were written. Until the last one is done, no
 * other run can write: what is committed is what was verified. A step that fails stops those after it; it is an event,
 * because what was written before has to be reported all the same.
 */
export async function* close(closing: Closing, given: Context): AsyncGenerator<RunEvent, void> {
	const {request, repository} = closing;
	let step: ClosingStep = (['verify', 'commit', 'push'] as const).find(name => request[name]) ?? 'publish';
	let lock: Lock | null = null;
	const begin = (next: ClosingStep): RunEvent => {
		step = next;
		return {type: 'closing-step', step};
	};
	try {
		lock = await takeLock(targetOf(repository, given));
		const context = {...given, lock};
		if (request.verify) {
			yield begin('verify');
			if (!(yield* verify(closing, request.verify, context))) return;
		}
		if (request.commit) {
			yield begin('commit');
			if (!(yield* commit(closing, request.commit, context))) return;
		}
		if (request.push) {
			yield begin('push');
			if (!(yield* push(closing, context))) return;
		}
		step = 'publish';
		if (closing.analysis === null) yield* continuePublication(closing, context);
		else if (request.publish) {
			yield begin('publish');
			yield* publish(closing, request.publish, context);
		}
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		const {code, message, remedy, kind} = error;
		yield {type: 'closing-stopped', stop: {step, code, message, remedy, ending: kind}};
	} finally {
		await lock?.release();
	}
}
