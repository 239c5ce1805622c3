/** No other pull request would fare better: nothing can be reached, the token is refused, or nothing more may be written. */
const codes: readonly string[] = [
	'network',
	'no-token',
	'malformed-token',
	'bad-credentials',
	'rate-limited',
	'write-limit',
	'write-limits-unusable',
	'interrupted',
];

/** Whether a failure ends all that would come after it. */
export const endsAll = ({code}: {code: string}): boolean => codes.includes(code);
