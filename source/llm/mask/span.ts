/** A stretch of a text (0-based, half-open). */
export type MaskedSpan = {start: number; end: number};
