import type {FoundPull} from '../../code-host/lists.ts';
import {type ExitCode, exitCodes} from '../../exit-code.ts';
import {nothingUnknown, type UnknownSteps} from '../../worktree/run-effects.ts';
import type {Context} from '../context.ts';
import type {Report} from '../report/report.ts';
import {errorOf, failureOfOne, type ReportedError} from '../report/reported-error.ts';
import {keyOf} from './fleet-list.ts';

/**
 * `listed`: it has comments, and was not read; `quiet`: it has none; `done`: its run came to its end; `failed`: it did not;
 * `not-started`: the fleet ended before.
 */
export const fleetStates = ['listed', 'quiet', 'done', 'failed', 'not-started'] as const;

export type FleetState = (typeof fleetStates)[number];

/** A pull request in the report of a fleet. */
export type FleetEntry = {
	host: string;
	/** `owner/name` */
	repository: string;
	number: number;
	title: string;
	/** Login; null if the account was deleted. */
	author: string | null;
	url: string;
	/** Its head when it was listed or, after a run, when that ended. */
	headOid: string;
	isDraft: boolean;
	isFork: boolean;
	/** As ISO 8601. */
	updatedAt: string;
	/** Review threads, resolved or not. */
	threads: number;
	state: FleetState;
	/** Of its run; null if there was none. */
	exitCode: ExitCode | null;
	/** As in `pr-resolve/report@1`; null if nothing was planned. */
	summary: Report['summary'] | null;
	commits: {oid: string; headline: string}[];
	replies: number;
	resolved: number;
	/** With `--undo-since`: ids of the runs that are undone, and how many threads are open again. */
	undone: string[];
	unresolved: number;
	/** Of how many steps it is not known whether they took effect. */
	unknown: UnknownSteps;
	/** Id of the run, and the command that undoes it. */
	run: string | null;
	undo: string | null;
	error: ReportedError | null;
};

/** What ended a fleet before its last pull request. `host`: the only server that it is about; null: all. */
export type FleetEnd = ReportedError & {host: string | null; exitCode: ExitCode};

/** Whether a run that ended with it leaves nothing to a later one. */
export const isOver = (code: ExitCode | null): boolean => code === exitCodes.done || code === exitCodes.needsPerson;

/** Before a run. */
export function entryOf(pull: FoundPull, state: FleetState): FleetEntry {
	const {host, owner, name, number, title, author, url, headOid, isDraft, isFork, updatedAt, threads} = pull;
	return {
		...{host, repository: `${owner}/${name}`, number, title, author, url, headOid, isDraft, isFork, updatedAt, threads},
		...{state, exitCode: null, summary: null},
		...{commits: [], replies: 0, resolved: 0, undone: [], unresolved: 0, unknown: nothingUnknown},
		...{run: null, undo: null, error: null},
	};
}

/** As `keyOf` of its pull request. */
export function keyOfEntry({host, repository, number}: FleetEntry): string {
	const [owner = '', name = ''] = repository.split('/');
	return keyOf({host, owner, name, number});
}

/** Of a run that did not come to its end because of this error; an interruption is the cause of whatever it leads to. */
export function failedEntry(
	pull: FoundPull,
	error: unknown,
	{signal, log}: Pick<Context, 'signal' | 'log'>,
): FleetEntry {
	const failure = failureOfOne(signal.aborted ? signal.reason : error, {log});
	return {...entryOf(pull, 'failed'), exitCode: failure.exitCode, error: errorOf(failure)};
}
