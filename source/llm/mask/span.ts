/** A range of a text (0-based, end exclusive). */
export type MaskedSpan = {start: number; end: number};
