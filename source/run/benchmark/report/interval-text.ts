import {between} from '../../../text/figures.ts';
import type {Interval} from '../intervals.ts';

/** An interval in words. Without an upper bound: how many answers that needs. */
export function intervalText(interval: Interval, needed: number, show: (value: number) => string): string {
	const {low, high} = interval;
	if (high !== null) return low === null ? `at most ${show(high)}` : between(low, high, show);
	const needs = `needs ${needed} answers`;
	return low === null ? needs : `at least ${show(low)} (${needs})`;
}
