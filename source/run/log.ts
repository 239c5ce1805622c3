import type {LogLevel} from '../settings/log-levels.ts';

/** Takes one line of the log; where it goes (stderr, a file) is the front end's business. */
export type Log = (level: LogLevel, message: string) => void;
