import {type ExitCode, exitCodeOf} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import {continueWriting} from '../worktree/apply.ts';
import type {Context} from './context.ts';
import {openRuns, targetOf} from './journal.ts';

type ContinueReport = {
	schema: 'pr-resolve/continue@1';
	run: {id: string; undo: string};
	/** Paths that now have their new content. */
	written: string[];
	refused: {path: string; reason: string}[];
	exitCode: ExitCode;
};

/**
 * Finishes the newest run that died while it wrote.
 * @throws {Failure} usage `nothing-to-continue`; `locked`, `journal-damaged`
 */
export async function continueInterrupted(context: Context): Promise<ContinueReport> {
	const {repository, journal} = await openRuns(context);
	const [run] = await journal.interrupted();
	if (!run) {
		throw new Failure(
			'usage',
			'nothing-to-continue',
			'No run in this working tree was interrupted.',
			'List the runs with: pr-resolve runs',
		);
	}
	if (run.phase === 'undoing') {
		throw new Failure(
			'usage',
			'undo-unfinished',
			`Run ${run.id} was interrupted while it was being undone.`,
			`To finish, run: pr-resolve undo ${run.id}`,
		);
	}
	const {written, refused, left} = await continueWriting({...targetOf(repository, context), id: run.id});
	const missed = [...refused, ...left.map(path => ({path, reason: 'interrupted before this file'}))];
	return {
		schema: 'pr-resolve/continue@1',
		run: {id: run.id, undo: `pr-resolve undo ${run.id}`},
		written,
		refused: missed.map(({path, reason}) => ({path, reason})),
		exitCode: exitCodeOf(missed.length === 0 ? [] : ['needsPerson']),
	};
}
