import type {Arrangement} from '../app/panes.ts';

/** In a stacked window the list gets a bit less than half. */
export const arrangement: Arrangement = {sideFrom: 100, topOf: rows => Math.floor(rows * 0.4)};
