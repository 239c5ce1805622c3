import type {Io} from '../commands/command.ts';
import {Failure} from '../failure.ts';
import type {Inputs} from './inputs.ts';
import type {ActionResult} from './result.ts';
import {runProgram} from './run-program.ts';
import type {Runner} from './runner.ts';
import {refuseWithoutDispatch, reviewerArguments} from './task.ts';
import type {Trigger} from './trigger.ts';

/**
 * Lists the pull requests of the input `scope` or, with `--apply` in `args`, applies what reviewers suggest on each.
 * @param io with the token in its environment
 * @throws {Failure} usage `other-repository`, `needs-dispatch`
 */
export async function runFleetStep(
	inputs: Inputs,
	{number}: Pick<Trigger & {kind: 'start'}, 'number'>,
	{runner, io}: {runner: Runner; io: Io},
): Promise<ActionResult> {
	// Who may start a run is known only for the repository of the event.
	if (number !== null) throw startedByPeople();
	const {args, publish, scope} = inputs;
	refuseWithoutDispatch({'--reconsider': args.some(arg => /^--reconsider(?:=|$)/.test(arg))}, io);
	const writes = args.includes('--apply') && !args.includes('--dry-run');
	const applying = args.includes('--apply') ? [...reviewerArguments(inputs), '--yes'] : [];
	const publishing = writes && publish ? ['--publish'] : [];
	return runProgram(['fleet', '--json', ...applying, ...publishing, ...args, '--', ...scope], io, runner);
}

const startedByPeople = () =>
	new Failure(
		'usage',
		'other-repository',
		'The event is about one pull request, but command: fleet acts on many.',
		'Start it by workflow_dispatch or schedule.',
	);
