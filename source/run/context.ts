import type {CodeHost, HostWorld} from '../code-host/port.ts';
import type {Clock} from '../system/clock.ts';
import type {Lock} from '../system/lock.ts';
import type {GitPatience} from '../worktree/git.ts';
import type {Parsers} from '../worktree/syntax/parsers.ts';

/** Everything impure that a run uses, so that tests can pass their own. */
export type Context = HostWorld &
	Clock & {
		/** A fresh short random text, `[a-z0-9]+`, for ids of runs. */
		randomId: () => string;
		/** This process, for the lock of a working tree. */
		pid: number;
		isAlive: (pid: number) => boolean;
		/** Of the working tree. Default: each write takes it and releases it. */
		lock?: Lock;
		/** Default: as the settings have it. */
		gitPatience?: GitPatience;
		/** Default: GitHub. */
		codeHost?: CodeHost;
		/** Parsers for several runs. Default: each run starts and ends its own. */
		parsers?: Parsers;
	};
