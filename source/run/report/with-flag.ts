/**
 * What was not written, with its reason as reports have it: it names the flag that takes what people have answered. The app has
 * a key for that.
 */
export const withFlag = <Told extends {reason: string; isAnswered?: true}>({isAnswered, ...told}: Told) => ({
	...told,
	reason: isAnswered ? `${told.reason} (allow with --over-objections)` : told.reason,
});
