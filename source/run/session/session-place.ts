import type {Prompts} from '../../delivery/prompts.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Analysis} from '../analyze.ts';
import type {RunEvent} from '../events.ts';
import type {FilesRead} from '../files/read-files.ts';
import type {OutsideLook} from './outside.ts';
import type {Planned, SessionLook} from './planned.ts';
import type {SessionDelivery} from './session-delivery.ts';

/** What differs between a session on a working tree and one on the head of a pull request on the host. */
export type SessionPlace = {
	/** Compares the runs of the session with their records, and with the files in the repository. */
	lookAtRuns: (repository: Repository) => Promise<void>;
	/**
	 * The same with the files as they are by now, which are returned. A signal that is aborted already only limits the time.
	 * @throws {Failure} of the host; the signal's reason
	 */
	lookAgain: (ground: Analysis<Repository>, signal: AbortSignal) => Promise<FilesRead<Repository>>;
	/** What has changed here since the files were read, by others or by the user elsewhere. */
	outside: (ground: Analysis<Repository>, signal: AbortSignal) => Promise<Pick<OutsideLook, 'files' | 'moved'>>;
	/** Writes the files of a plan. @param prompts null if nobody can be asked @throws {Failure} as `apply` */
	write: (planned: Planned, prompts: Prompts | null, signal: AbortSignal) => AsyncGenerator<RunEvent, void>;
	/** Goes on with what is checked out by now: the session itself has moved it. */
	stand: (signal: AbortSignal) => Promise<void>;
	/** Absolute path of a file. @throws {Failure} `not-openable` */
	locate: (path: string) => Promise<string>;
	/** @param look reads the files again, for the session */
	delivery: (look: SessionLook) => SessionDelivery;
};
