/** `of`: the values that it was made from; it is made again if they are others. */
export type Made = {of: readonly unknown[]};

/** Whether something was made from these values, so that it need not be made again. */
export const isMadeOf = <Of extends Made>(known: Of | null, of: Made['of']): known is Of =>
	known !== null && known.of.length === of.length && known.of.every((part, at) => part === of[at]);
