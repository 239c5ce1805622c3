import type {Arrangement} from '../app/panes.ts';

/** A little less than half of a window that is not wide belongs to the list. */
export const arrangement: Arrangement = {sideFrom: 100, topOf: rows => Math.floor(rows * 0.4)};
