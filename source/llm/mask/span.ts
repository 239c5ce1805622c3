/** A stretch of a text (0-based, half-open). */
export type Span = {start: number; end: number};
