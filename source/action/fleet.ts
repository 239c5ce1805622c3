import type {Io} from '../commands/command.ts';
import {Failure} from '../failure.ts';
import type {Inputs} from './inputs.ts';
import type {ActionResult} from './result.ts';
import {runProgram} from './run-program.ts';
import type {Runner} from './runner.ts';
import {refuseWithoutDispatch, reviewerArguments} from './task.ts';
import type {Trigger} from './trigger.ts';

/**
 * Lists the pull requests of the input `scope`. With `--apply` in `args`, it applies what reviewers suggest on each, and with
 * `--undo-since` it undoes what runs have pushed.
 * @param io with the token in its environment
 * @throws {Failure} usage `other-repository`, `needs-dispatch`, `needs-publish`
 */
export async function runFleetStep(
	inputs: Inputs,
	{number}: Pick<Trigger & {kind: 'start'}, 'number'>,
	{runner, io}: {runner: Runner; io: Io},
): Promise<ActionResult> {
	// Who may start a run is known only for the repository of the event.
	refuseEventOfOne(number, 'fleet');
	const {args, publish, scope} = inputs;
	refuseWithoutDispatch({'--reconsider': args.some(arg => /^--reconsider(?:=|$)/.test(arg))}, io);
	const isUndo = args.some(arg => /^--undo-since(?:=|$)/.test(arg));
	if (isUndo && !publish && !args.includes('--dry-run')) {
		const message = '--undo-since undoes what is on GitHub, but publish is false.';
		throw new Failure('usage', 'needs-publish', message, 'Remove publish: false, or add --dry-run to args.');
	}
	const writes = args.includes('--apply') && !args.includes('--dry-run');
	const applying = args.includes('--apply') ? [...reviewerArguments(inputs), '--yes'] : [];
	const publishing = writes && publish ? ['--publish'] : [];
	return runProgram(['fleet', '--json', ...applying, ...publishing, ...args, '--', ...scope], io, runner);
}

/** @param number of the pull request that the event is about. @throws {Failure} usage `other-repository` */
export function refuseEventOfOne(number: number | null, command: string): void {
	if (number === null) return;
	throw new Failure(
		'usage',
		'other-repository',
		`The event is about one pull request, but command: ${command} acts on many.`,
		'Start it by workflow_dispatch or schedule.',
	);
}
