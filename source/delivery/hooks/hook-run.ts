import type {CheckingHook} from '../../worktree/hooks/find-hooks.ts';
import type {HooksRequest} from '../request.ts';
import type {Verification} from '../verify/verification.ts';

/** What came of running a hook. */
export type HookRun = {
	name: CheckingHook['name'];
	/** `planned`: it would be run; `reformatted`: it changed lines of the run, and what it made of them may be committed. */
	state: 'planned' | 'passed' | 'reformatted' | 'failed';
	/** What explains a failure; otherwise empty. */
	reason: string;
	seconds: number;
	/** Tracked files that are not as before, in the working tree or in an index: they stay as the hook left them. */
	changedFiles: string[];
	/** Ids of the changes whose lines it altered. */
	reformatted: string[];
	/** What it made of the lines of the run; empty if nothing. */
	diff: string;
	/** Whether what it makes of the lines of the run may be committed. */
	mayReformat: boolean;
	/** Null unless it failed. `tail` is without secrets, `log` an absolute path. */
	failure: Verification['failure'];
};

/** Whether a hook may change lines of the run: before each commit, one looks at files (githooks). */
export const mayReformat = (name: HookRun['name'], {accepts}: Pick<HooksRequest, 'accepts'>): boolean =>
	accepts && name === 'pre-commit';

/** A hook that would be run. */
export const plannedHook = (name: HookRun['name'], hooks: Pick<HooksRequest, 'accepts'>): HookRun => ({
	name,
	state: 'planned',
	reason: '',
	seconds: 0,
	changedFiles: [],
	reformatted: [],
	diff: '',
	mayReformat: mayReformat(name, hooks),
	failure: null,
});
