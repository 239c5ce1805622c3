import type {Ruling} from '../../../resolve/decide.ts';
import {commandEnvironment} from '../../../worktree/verify/environment.ts';
import {inTrialTree} from '../../../worktree/verify/trial-tree.ts';
import {planEdits, summaryOf} from '../../apply.ts';
import {withEvents} from '../../channel.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {targetOf} from '../../journal.ts';
import type {WrittenClosing} from '../closing.ts';
import type {VerifyRequest} from '../request.ts';
import {type CommandRuns, openCommandRuns} from './command-runs.ts';
import {type Part, runTrials, type TrialsEnd} from './run-trials.ts';
import {type Unit, unitsOf} from './units.ts';

type WrittenRun = Pick<WrittenClosing, 'request' | 'repository' | 'stopVerifying' | 'analysis' | 'written'> & {
	id: string;
	/** The changes that were written. */
	rulings: readonly Ruling[];
	verify: VerifyRequest;
	/** The command without secrets. */
	command: string;
};

/**
 * Runs a command on the files of a run with all of its changes, and if it fails with parts of them. The journal knows every
 * content that is written meanwhile, so that a crash leaves a run that can be undone, or finished with what passed last.
 */
export async function* tryWritten(
	{request, repository, stopVerifying: stop, id, analysis, written, rulings, verify, command}: WrittenRun,
	context: Context,
): AsyncGenerator<RunEvent, {end: TrialsEnd; made: ReturnType<CommandRuns['made']>}> {
	// What `apply --continue` finds after a crash: only what has passed needs no verification any more.
	const requestOf = (hasPassed: boolean) => (hasPassed ? {...request, verify: null} : request);
	const partOf = (units: readonly Unit[], hasPassed: boolean): Part => {
		const part = {...written.plan, rulings: units.flat()};
		return {
			contents: new Map(planEdits(analysis, part).map(({path, after}) => [path, after])),
			summary: summaryOf(analysis, part, requestOf(hasPassed)),
		};
	};
	const work = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const env = commandEnvironment(context.env, verify.env);
		const world = {...context, cwd: repository.root, env, signal, shown: command, stop};
		const runs = openCommandRuns(verify, world, emit);
		const target = {...targetOf(repository, context), id, empty: partOf([], false).summary};
		const end = await inTrialTree(target, tree =>
			runTrials(unitsOf(rulings), tree, partOf, trial => runs.make(trial, tree.logOf), signal),
		);
		return {end, made: runs.made()};
	};
	return yield* withEvents(work, context.signal);
}
