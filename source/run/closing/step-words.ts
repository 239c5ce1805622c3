import type {ClosingStep} from '../events.ts';
import type {ClosingProgress} from '../state.ts';
import {formatHook} from './hooks/hook-lines.ts';
import {formatTrial, formatWrites} from './verify/verification-lines.ts';

/** What a step after writing begins with. */
export const stepBeginnings: Record<ClosingStep, string> = {
	verify: 'verifying',
	commit: 'committing',
	push: 'pushing to the pull request',
	publish: 'comparing the review threads with the pull request',
};

/** The step that is being taken, as far as it is. Foreign text in it is not escaped. */
export function formatStep({step, run, hook, writes}: ClosingProgress): string {
	if (hook) return formatHook(hook);
	if (step === 'verify' && run) return `verify: ${formatTrial(run)}: ${run.command}`;
	if (step === 'publish' && writes) return `writing to the pull request: ${formatWrites(writes)}`;
	return stepBeginnings[step];
}
