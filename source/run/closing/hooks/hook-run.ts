import type {CheckingHook} from '../../../worktree/hooks/find-hooks.ts';
import type {Verification} from '../verify/verification.ts';

/** What came of running a hook. */
export type HookRun = {
	name: CheckingHook['name'];
	/** `planned`: it would be run. */
	state: 'planned' | 'passed' | 'failed';
	/** What explains a failure; otherwise empty. */
	reason: string;
	seconds: number;
	/** Tracked files that are not as before, in the working tree or in an index: they stay as the hook left them. */
	changedFiles: string[];
	/** Null unless it failed. `tail` is without secrets, `log` an absolute path. */
	failure: Verification['failure'];
};

/** A hook that would be run. */
export const plannedHook = (name: HookRun['name']): HookRun => ({
	name,
	state: 'planned',
	reason: '',
	seconds: 0,
	changedFiles: [],
	failure: null,
});
