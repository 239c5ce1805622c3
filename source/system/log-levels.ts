/** From most to least verbose. */
export const logLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Takes one line of the log; where it goes (stderr, a file) is the front end's business. */
export type Log = (level: LogLevel, message: string) => void;
