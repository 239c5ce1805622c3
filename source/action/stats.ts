import type {Io} from '../commands/command.ts';
import {readInvocation} from '../commands/invocation.ts';
import {Failure} from '../failure.ts';
import {refuseEventOfOne} from './fleet.ts';
import type {Inputs} from './inputs.ts';
import type {ActionResult} from './result.ts';
import {runProgram} from './run-program.ts';
import type {Runner} from './runner.ts';
import type {Trigger} from './trigger.ts';

/**
 * Counts what became of findings in the pull requests of the input `scope`.
 * @param io with the token in its environment
 * @throws {Failure} usage `other-repository`, `people-public`
 */
export async function runStatsStep(
	{args, scope}: Inputs,
	{number}: Pick<Trigger & {kind: 'start'}, 'number'>,
	{runner, io}: {runner: Runner; io: Io},
): Promise<ActionResult> {
	refuseEventOfOne(number, 'stats');
	const argv = ['--json', ...args, '--', ...scope];
	// The program itself reads the flags, so that no spelling of one gets past this.
	const {flags} = await readInvocation('stats', await import('../commands/stats.ts'), argv, io);
	if (flags.people) {
		const message = '--people lists people by name, and the summaries and files of a workflow can be public.';
		const remedy = 'Remove it from args, and run pr-resolve stats --people on your machine.';
		throw new Failure('usage', 'people-public', message, remedy);
	}
	return runProgram(['stats', ...argv], io, runner);
}
