import type {ClosingStop} from './events.ts';

/** What kept a run from a step; null if the others had nothing to take, such as no changes to commit. */
export const openStopOf = (stops: readonly ClosingStop[]): ClosingStop | null =>
	stops.find(({ending}) => ending !== 'done') ?? null;
