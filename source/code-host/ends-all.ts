/** No other pull request of the server would fare better: it cannot be reached, refuses the token, or takes no more requests. */
const ofServer: readonly string[] = [
	'network',
	'no-token',
	'malformed-token',
	'bad-credentials',
	'rate-limited',
	'write-limit',
];

/** Nor would one of any other server. */
const ofAll: readonly string[] = ['write-limits-unusable', 'interrupted'];

/** Whether a failure ends all that would come after it, everywhere. */
export const endsEverywhere = ({code}: {code: string}): boolean => ofAll.includes(code);

/** Whether a failure ends all that would come after it, on its server at least. */
export const endsAll = (failure: {code: string}): boolean => ofServer.includes(failure.code) || endsEverywhere(failure);
