import {type ExitCode, exitCodeOf} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import {continueWriting} from '../worktree/apply.ts';
import {isPushed, openSteps} from '../worktree/publication.ts';
import type {Repository} from '../worktree/repository.ts';
import type {Run} from '../worktree/run-record.ts';
import {type ClosingReport, reportClosing, undoCommand} from './closing/closing-report.ts';
import type {Prompts} from './closing/prompts.ts';
import {publishTargetOf} from './closing/publish/open-publishing.ts';
import {revertedBy} from './closing/request.ts';
import {resumeClosing} from './closing/resume.ts';
import type {Context} from './context.ts';
import {endingsOf} from './ending.ts';
import type {RunEvent} from './events.ts';
import {openRuns, targetOf, unfinishedRun} from './journal.ts';
import {fold, initialState, type RunState} from './state.ts';

/** With what the steps after writing made of it, as in `pr-resolve/report@1`. */
type ContinueReport = ClosingReport & {
	schema: 'pr-resolve/continue@1';
	/** `undo` is null if nothing of it is left. */
	run: {id: string; undo: string | null};
	/** Paths that it gave their new content. */
	written: string[];
	refused: {path: string; reason: string}[];
	exitCode: ExitCode;
};

type ContinueOptions = {
	/** Null if git may not ask in the terminal. */
	prompts: Prompts | null;
	onEvent?: (event: RunEvent) => void;
};

/**
 * Finishes the newest run that died while it wrote, and the steps after writing of the newest run that has open ones.
 * @throws {Failure} usage `nothing-to-continue`; `locked`, `journal-damaged`
 */
export async function continueInterrupted(context: Context, options: ContinueOptions): Promise<ContinueReport> {
	const {repository, journal} = await openRuns(context);
	const run = (await journal.interrupted())[0] ?? (await unfinishedRun(repository, context))?.run;
	if (!run) {
		throw new Failure(
			'usage',
			'nothing-to-continue',
			'No run in this working tree was interrupted.',
			'List the runs with: pr-resolve runs',
		);
	}
	const reverted = revertedBy(run) ?? (openSteps(run).some(({kind}) => kind === 'undo') ? run.id : null);
	if (reverted !== null) {
		throw new Failure(
			'usage',
			'undo-unfinished',
			`Run ${reverted} was interrupted while it was being undone on GitHub.`,
			`To finish, run: pr-resolve undo ${reverted} --publish`,
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
	const isWritten = run.state !== 'interrupted';
	const {id, written, refused, left} = isWritten
		? {id: run.id, written: [], refused: [], left: []}
		: await continueWriting({...targetOf(repository, context), id: run.id});
	const missed = [...refused, ...left.map(path => ({path, reason: 'interrupted before this file'}))];
	const state = await continueClosing(run, repository, context, options);
	return {
		schema: 'pr-resolve/continue@1',
		run: {id: run.id, undo: id === null ? null : undoCommand(id, isPushed(await journal.read(id)))},
		written,
		refused: missed.map(({path, reason}) => ({path, reason})),
		...reportClosing(state),
		exitCode: exitCodeOf([...(missed.length === 0 ? [] : (['needsPerson'] as const)), ...endingsOf(state, [])]),
	};
}

async function continueClosing(
	run: Run,
	repository: Repository,
	context: Context,
	{onEvent, prompts}: ContinueOptions,
): Promise<RunState> {
	const site = {repository, target: publishTargetOf(run.pullRequest), prompts};
	let state = initialState;
	for await (const event of resumeClosing(run, site, context)) {
		state = fold(state, event);
		onEvent?.(event);
	}
	return state;
}
