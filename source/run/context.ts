import type {CodeHost, HostPatience} from '../code-host/port.ts';
import type {WriteLimits} from '../code-host/write-limits.ts';
import type {Environment} from '../system/environment.ts';
import type {Lock} from '../system/lock.ts';
import type {LogLevel} from '../system/log-levels.ts';
import type {Waits} from '../system/waits.ts';
import type {GitPatience} from '../worktree/git.ts';
import type {Parsers} from '../worktree/syntax/parsers.ts';

/** Takes one line of the log; where it goes (stderr, a file) is the front end's business. */
export type Log = (level: LogLevel, message: string) => void;

/** Everything impure that a run uses, so that tests can pass their own. */
export type Context = {
	cwd: string;
	env: Environment;
	/** Milliseconds since the epoch. */
	now: () => number;
	/** Milliseconds that only ever pass, though `now` is set to another time. Default: `now`. */
	tick?: () => number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
	sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	/** A fresh short random text, `[a-z0-9]+`, for ids of runs. */
	randomId: () => string;
	/** From 0 to 1, without 1. */
	random: () => number;
	fetch: typeof globalThis.fetch;
	signal: AbortSignal;
	log: Log;
	/** This process, for the lock of a working tree. */
	pid: number;
	isAlive: (pid: number) => boolean;
	/** Of the working tree. Default: each write takes it and releases it. */
	lock?: Lock;
	/** Default: waits are not followed. */
	waits?: Waits;
	/** Default: 15 minutes each. */
	hostPatience?: Partial<HostPatience>;
	/** Default: as the settings have it. */
	gitPatience?: GitPatience;
	/** Default: each publisher has its own. */
	writeLimits?: WriteLimits;
	/** Default: GitHub. */
	codeHost?: CodeHost;
	/** Parsers for several runs. Default: each run starts and ends its own. */
	parsers?: Parsers;
};
