import type {Step} from './scene.ts';

/** A benchmark as far as the last provider, while its circuit is open: nothing moves then but the clock. */
export const bench: readonly Step[] = [
	{press: '', until: 'Send 210 requests to 5 providers?', caption: '', holdMs: 0},
	{press: 'y', until: 'breaker open, retry in', caption: '', holdMs: 0},
];
