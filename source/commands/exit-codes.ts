/** What an exit code tells a script; stable. */
export const exitCodeMeanings: readonly (readonly [code: string, meaning: string])[] = [
	['0', 'done: every change that can be applied is applied, or there was nothing to do'],
	['1', 'failed: no result to trust (network, host error, crash)'],
	['2', 'usage or configuration error'],
	['3', 'finished, and something needs a person: conflict left open, stale or failed change'],
	['4', 'authentication or permission'],
	['5', 'stopped by a guard with work left'],
	['130', 'interrupted'],
];
