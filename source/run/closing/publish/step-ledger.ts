import type {Journal} from '../../../worktree/journal.ts';
import {isOpenStep} from '../../../worktree/publication.ts';
import type {HostStep} from './host-steps.ts';
import {isThreadStep} from './publish-steps.ts';
import {isLeftToPerson} from './published.ts';

/** Steps in their order, and how far each is. A change is on disk when it resolves. */
export type StepLedger = {
	all: () => HostStep[];
	at: (index: number) => HostStep;
	settle: (index: number, step: HostStep) => Promise<void>;
	/** Ends a step without its effect, and with it those that are not to follow then. */
	giveUp: (index: number, state: 'skipped' | 'failed', reason: string) => Promise<void>;
};

/** @param run id of the run whose record has the steps */
export function openStepLedger(steps: readonly HostStep[], journal: Journal, run: string): StepLedger {
	const ended = [...steps];
	/** In one write, so that a crash cannot separate them. */
	const record = async (changed: ReadonlyMap<number, HostStep>) => {
		for (const [index, step] of changed) ended[index] = step;
		await journal.recordStep(run, ...changed.values());
	};
	return {
		all: () => ended,
		at: index => ended[index]!,
		settle: (index, step) => record(new Map([[index, step]])),
		giveUp(index, state, reason) {
			const missed: HostStep = {...ended[index]!, state, reason};
			const skipped = ended.entries().flatMap(([at, step]): [number, HostStep][] => {
				const why = isOpenStep(step) && follows(step, missed) ? whyNotAfter(missed, step) : null;
				return why === null ? [] : [[at, {...step, state: 'skipped', reason: why}]];
			});
			return record(new Map([[index, missed], ...skipped]));
		},
	};
}

/** Whether a step depends on how another one ends. */
export function follows(step: HostStep, other: HostStep): boolean {
	if (!isThreadStep(other)) return false;
	const {thread} = other.result;
	if (step.kind === 'request') return step.result.threads.includes(thread);
	return step.kind === 'resolve' && other.kind === 'reply' && step.result.thread === thread;
}

/** Why a step is not taken if the one that it follows had no effect; null if it is. */
function whyNotAfter(missed: HostStep, {kind}: HostStep): string | null {
	if (kind === 'resolve') return 'its reply was not written';
	return isLeftToPerson(missed) ? 'a thread of theirs is not done' : null;
}
