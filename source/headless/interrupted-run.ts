import type {Context} from '../run/context.ts';
import {continueInterrupted} from '../run/continue.ts';
import {interruptedRun} from '../run/journal.ts';
import {undo} from '../run/undo.ts';
import {interruptedFailure} from '../worktree/apply.ts';
import {ask} from './prompt.ts';
import type {Terminal} from './terminal.ts';

/**
 * Before a command writes: a run that died is finished or taken back first, as the user says.
 * @throws {Failure} failed `interrupted-run` where nobody can be asked, or the answer is neither
 */
export async function meetInterruptedRun(terminal: Terminal, context: Context): Promise<void> {
	const run = await interruptedRun(context);
	if (!run) return;
	const failure = interruptedFailure(run);
	if (!terminal.interactive) throw failure;
	terminal.stderr.write(`${failure.message}\n`);
	const answer = await ask(
		'Finish it, undo it, or stop here?',
		['finish', 'undo', 'stop'],
		'stop',
		terminal,
		context.signal,
	);
	if (answer === 'stop') throw failure;
	if (answer === 'undo') await undo(run.id, context);
	else await continueInterrupted(context);
}

/** Before a command that only reads: what it shows may be of files that a run that died has left half-done. */
export async function warnOfInterruptedRun(context: Context): Promise<void> {
	const run = await interruptedRun(context);
	if (!run) return;
	const {message, remedy} = interruptedFailure(run);
	context.log('WARNING', `${message} ${remedy}`);
}
