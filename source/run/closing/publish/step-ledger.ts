import type {Journal} from '../../../worktree/journal.ts';
import type {HostStep} from './host-steps.ts';

/** Steps in their order, and how far each is. A change is on disk when it resolves. */
export type StepLedger = {
	all: () => HostStep[];
	at: (index: number) => HostStep;
	settle: (index: number, step: HostStep) => Promise<void>;
	/** Ends a step without its effect. A thread is not resolved without its reply. */
	giveUp: (index: number, state: 'skipped' | 'failed', reason: string) => Promise<void>;
};

/** Why a thread is not resolved that was to hear something first. */
const replyMissing = 'its reply was not written';

/** @param run id of the run whose record has the steps */
export function openStepLedger(steps: readonly HostStep[], journal: Journal, run: string): StepLedger {
	const ended = [...steps];
	/** In one write, so that a crash cannot separate them. */
	const record = async (...changed: (readonly [number, HostStep])[]) => {
		for (const [index, step] of changed) ended[index] = step;
		await journal.recordStep(run, ...changed.map(([, step]) => step));
	};
	return {
		all: () => ended,
		at: index => ended[index]!,
		settle: (index, step) => record([index, step]),
		giveUp(index, state, reason) {
			const step = ended[index]!;
			const over = [index, {...step, state, reason}] as const;
			const next = step.kind === 'reply' ? ended.findIndex(one => isResolveIn(one, step.result.thread)) : -1;
			if (next === -1) return record(over);
			return record(over, [next, {...ended[next]!, state: 'skipped', reason: replyMissing}]);
		},
	};
}

const isResolveIn = (step: HostStep, thread: string) => step.kind === 'resolve' && step.result.thread === thread;
