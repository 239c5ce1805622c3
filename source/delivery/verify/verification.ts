import {withoutSecrets} from '../../llm/mask/mask.ts';
import type {Plan, Ruling} from '../../resolve/decide.ts';
import {cut} from '../../text/cells.ts';
import {oneLine} from '../../text/shorten.ts';
import type {CommandEnvironment} from '../../worktree/verify/environment.ts';
import type {CommandEnd} from '../../worktree/verify/run-command.ts';
import type {CodeRunRequest} from '../request.ts';

/** What came of running the user's command on what a run wrote. */
export type Verification = {
	/** Without secrets. */
	command: string;
	state: 'passed' | 'failed' | 'unsteady' | 'baseline-fails' | 'unknown' | 'stopped' | 'not-run';
	/** What explains the state; empty where it passed. */
	reason: string;
	/** Whether it cannot be started at all, which is a mistake in the command. */
	isUnrunnable: boolean;
	/** What ended the runs before their end; null if nothing did. */
	stoppedBy: 'budget' | 'user' | null;
	/** Runs of the command; `confirming` are those that only repeat another one. */
	runs: number;
	confirming: number;
	seconds: number;
	/** The run without the changes; null if there was none. */
	baseline: 'passed' | 'failed' | null;
	/**
	 * What it ran on, beside the changes: nothing but the commit, or other edits that a commit of the run will not have, or not
	 * what was checked out when it was committed, or git cannot tell.
	 */
	tree: 'clean' | 'with other uncommitted edits' | 'of another commit' | 'unknown';
	/** Ids of the changes that were taken out again. */
	dropped: string[];
	/** Files of the run that the command, or someone else, has changed meanwhile: they stay as they are. */
	changedFiles: string[];
	/** Files that the command has made: they stay, and no commit has them. */
	newFiles: string[];
	/** Tracked files beside those of the run that the command has changed: they stay, and no commit has them. */
	otherFiles: string[];
	/** The run that shows it; null where it passed or was stopped. `tail` is without secrets, `log` an absolute path. */
	failure: {exitCode: number | null; signal: string | null; tail: string; log: string} | null;
};

/** Why a change was taken out again. @param command without secrets */
export const breaks = (command: string) => `breaks "${cut(oneLine(command), 60)}"`;

/** Why a change is not in its file any more. @param command without secrets */
export const isRemovedBy = (command: string) => `removed while "${cut(oneLine(command), 60)}" ran`;

/** Where the run wrote nothing. @param command without secrets */
export const notRun = (command: string): Verification => ({
	command,
	state: 'not-run',
	reason: 'nothing was applied',
	isUnrunnable: false,
	stoppedBy: null,
	runs: 0,
	confirming: 0,
	seconds: 0,
	baseline: null,
	tree: 'clean',
	dropped: [],
	changedFiles: [],
	newFiles: [],
	otherFiles: [],
	failure: null,
});

/** A verification that another one continues with less. @param earlier null: none */
export function continued(earlier: Verification | null, last: Verification): Verification {
	if (!earlier) return last;
	const dropped = [...earlier.dropped, ...last.dropped];
	if (last.state === 'not-run') return earlier;
	if (last.state !== 'passed' || earlier.state !== 'failed') return {...last, dropped};
	const {state, reason, failure} = earlier;
	return {...last, state, reason, failure, dropped};
}

/** Why the steps after it were not taken. */
export const unverifiedSteps = 'the verification did not pass';

export const unverified = 'not verified: the verification was stopped';

/** How a run of the command ended: `exit code 1`. */
export const formatEnd = ({exitCode, signal}: Pick<CommandEnd, 'exitCode' | 'signal'>): string =>
	exitCode === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`;

/** The end of a run that did not pass, as it may be shown. */
export const failureOf = async ({exitCode, signal, tail, log}: CommandEnd): Promise<Verification['failure'] & {}> => ({
	...{exitCode, signal, log},
	tail: await withoutSecrets(tail),
});

/** The plan with another outcome for these of its rulings. */
export const withFailed = (plan: Plan, failed: ReadonlySet<Ruling>, verdict: Omit<Ruling, 'proposal'>): Plan => ({
	...plan,
	rulings: plan.rulings.map(ruling => (failed.has(ruling) ? {...ruling, ...verdict} : ruling)),
});

/** Whether what stands in the files has passed. */
export const hasPassed = ({state, changedFiles}: Pick<Verification, 'state' | 'changedFiles'>) =>
	(state === 'passed' || state === 'failed') && changedFiles.length === 0;

/** Variables of the environment that code of the pull request does not get as they are. */
export type HeldBack = Pick<CommandEnvironment, 'heldBack' | 'withoutLogin'> & {
	/** What passes one on. */
	flag: '--verify-env' | '--verify-env-only';
};

export const heldBackOf = ({heldBack, withoutLogin}: CommandEnvironment, {variables}: CodeRunRequest): HeldBack => ({
	heldBack,
	withoutLogin,
	flag: variables.isOnly ? '--verify-env-only' : '--verify-env',
});

/** One line that names them, never their values; none if everything was passed on. */
export function heldBackLines(variables: HeldBack | null): string[] {
	if (!variables) return [];
	const {heldBack, withoutLogin, flag} = variables;
	const parts = [...heldBack, ...withoutLogin.map(name => `the login in ${name}`)];
	if (parts.length === 0) return [];
	return [`Held back from code of the pull request: ${parts.join(', ')}. To pass one on, add ${flag} <name>.`];
}
