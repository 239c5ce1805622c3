import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import {interruptedFailure, interruptionIn, interruptionLine, readInterruption} from '../run/records/interruption.ts';
import {interruptedRun} from '../run/records/journal.ts';
import {listUnfinished, nameUnfinished} from '../run/records/unfinished.ts';
import {openJournal} from '../worktree/journal.ts';
import type {Repository} from '../worktree/repository.ts';
import {ask} from './prompt.ts';
import {continueRun, undoRun} from './recorded-run.ts';
import type {Terminal} from './terminal.ts';

/**
 * Before a command writes: offers to finish or undo a run that died.
 * @throws {Failure} failed `interrupted-run` if there is no prompt, or the answer is neither
 */
export async function handleInterruptedRun(
	repository: Pick<Repository, 'records' | 'root'>,
	terminal: Terminal,
	context: Context,
): Promise<void> {
	const run = await interruptedRun(repository, context);
	if (!run) return warnOfOpenSteps(repository, context);
	const failure = await interruptedFailure(run, repository, context);
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
	if (answer === 'undo') await undoRun({id: run.id, repo: null, json: false}, besides, context);
	else await continueRun({id: run.id, repo: null, json: false}, besides, context);
}

/** Before a command only reads: warns that a run that died may have left files half-written. */
export async function warnOfInterruptedRun(
	repository: Pick<Repository, 'records' | 'root'>,
	context: Context,
): Promise<void> {
	const found = await interruptedRun(repository, context).catch((error: unknown) => {
		if (error instanceof Failure && error.kind === 'failed') return error;
		throw error;
	});
	if (!found) return warnOfOpenSteps(repository, context);
	const failure = found instanceof Failure ? found : await interruptedFailure(found, repository, context);
	const facts = interruptionIn(failure);
	context.log(
		'WARNING',
		`${failure.message} ${facts ? interruptionLine(facts) : String(failure.remedy).replaceAll('\n', ' ')}`,
	);
}

/** A step after writing that is not done stops no other command. */
async function warnOfOpenSteps(repository: Pick<Repository, 'records' | 'root'>, context: Context): Promise<void> {
	const unfinished = listUnfinished(await openJournal(repository.records, context).list());
	const [first, ...others] = unfinished;
	if (!first) return;
	const text =
		others.length === 0
			? `Run ${nameUnfinished(first)} is not finished. ${interruptionLine(await readInterruption({id: first.run.id, place: repository, isOurs: false}, context))}`
			: `Runs ${unfinished.map(nameUnfinished).join(', ')} are not finished. To finish one, run: pr-resolve apply --continue <run>`;
	context.log('WARNING', text);
}
