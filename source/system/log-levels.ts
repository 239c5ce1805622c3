/** From most to least verbose. */
export const logLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;

export type LogLevel = (typeof logLevels)[number];
