/** From the most to the least talkative. */
export const logLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;

export type LogLevel = (typeof logLevels)[number];
