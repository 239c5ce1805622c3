import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import {interruptedRun} from '../run/journal.ts';
import {interruptedFailure} from '../worktree/apply.ts';
import type {Repository} from '../worktree/repository.ts';
import {continueRun} from './continue-run.ts';
import {ask} from './prompt.ts';
import type {Terminal} from './terminal.ts';
import {undoRun} from './undo-run.ts';

/**
 * Before a command writes: a run that died is finished or taken back first, as the user says.
 * @throws {Failure} failed `interrupted-run` where nobody can be asked, or the answer is neither
 */
export async function meetInterruptedRun(repository: Repository, terminal: Terminal, context: Context): Promise<void> {
	const run = await interruptedRun(repository, context);
	if (!run) return;
	const failure = interruptedFailure(run);
	if (!terminal.interactive) throw failure;
	terminal.stderr.write(`${failure.message}\n`);
	const answer = await ask(
		'Finish it, undo it, or stop here?',
		['finish', 'undo', 'stop'],
		'stop',
		terminal.keyboard,
		context.signal,
	);
	if (answer === 'stop') throw failure;
	const besides = {...terminal, stdout: terminal.stderr};
	if (answer === 'undo' || run.phase === 'undoing') await undoRun({id: run.id, json: false}, besides, context);
	else await continueRun({json: false}, besides, context);
}

/** Before a command that only reads: what it shows may be of files that a run that died has left half-done. */
export async function warnOfInterruptedRun(repository: Repository, context: Context): Promise<void> {
	const found = await interruptedRun(repository, context).catch((error: unknown) => {
		if (error instanceof Failure && error.kind === 'failed') return error;
		throw error;
	});
	if (!found) return;
	const {message, remedy} = found instanceof Failure ? found : interruptedFailure(found);
	context.log('WARNING', `${message} ${remedy}`);
}
