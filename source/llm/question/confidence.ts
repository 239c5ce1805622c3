/**
 * The values that a model may state. An enumeration, because grammars and services hold it to that but not to bounds; they are
 * written out, because sums of tenths are not exact.
 */
export const confidences = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

/** A stated confidence, from 0 to 1. A negative one is none at all; null if it is above 1, which is another scale. */
export const readConfidence = (stated: number): number | null => (stated > 1 ? null : Math.max(0, stated));
