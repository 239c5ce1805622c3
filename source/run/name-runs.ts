/** `run 20261121-1030-ab12`, or several of them. */
export const nameRuns = (ids: readonly string[]): string => `${ids.length === 1 ? 'run' : 'runs'} ${ids.join(', ')}`;
