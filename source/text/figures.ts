import {count} from './sentences.ts';

/** US dollars in cents; two significant digits below one cent, which would otherwise show as nothing. */
export const money = (usd: number): string => inDollars(usd, 0.01, 2);

/** An estimate, rounded up to cents, or to one significant digit below one: `up to about $0.004`. */
export function moneyUpTo(usd: number): string {
	const digits = usd > 0 && usd < 0.01 ? Math.min(12, -Math.floor(Math.log10(usd))) : 2;
	const step = 10 ** -digits;
	// Floating point would turn 0.03 into 0.04.
	const rounded = Math.ceil(usd / step - 1e-6) * step;
	return `up to about $${rounded.toFixed(rounded < 0.01 ? digits : 2)}`;
}

/** A sum that is at most so much if requests of unknown cost are part of it: `$0.25`, `at most $0.25`. */
export const moneyAtMost = (usd: number, unknownCosts: number): string =>
	`${unknownCosts > 0 ? 'at most ' : ''}${money(usd)}`;

/** What requests have cost: `$0.25`, `at most $0.25 (5 answers of unknown cost)`. */
export function moneySpent({costUsd, unknownCosts}: {costUsd: number; unknownCosts: number}): string {
	const why = unknownCosts > 0 ? ` (${count(unknownCosts, 'answer')} of unknown cost)` : '';
	return `${moneyAtMost(costUsd, unknownCosts)}${why}`;
}

/** US dollars for comparing small sums: three significant digits below one dollar; a dash for null. */
export const fineMoney = (usd: number | null): string => (usd === null ? '-' : inDollars(usd, 1, 3));

/** @param below sums below this show `digits` significant digits */
function inDollars(usd: number, below: number, digits: number): string {
	const decimals = usd > 0 && usd < below ? digits - 1 - Math.floor(Math.log10(usd)) : 2;
	return `$${usd.toFixed(Math.min(12, decimals))}`;
}

export const inSeconds = (ms: number, decimals: number): string => `${(ms / 1000).toFixed(decimals)} s`;

/** A time that a person waits for, in whole seconds: `38 s`, `3 min 51 s`, `60 min`. */
export function elapsed(ms: number): string {
	const all = Math.round(ms / 1000);
	const [minutes, seconds] = [Math.floor(all / 60), all % 60];
	if (minutes === 0) return `${seconds} s`;
	return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`;
}

/** A time that nobody knows exactly, rounded up: `50 s`, `17 min`, `2 h 5 min`. */
export function roughly(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	if (seconds < 100) return `${seconds} s`;
	const minutes = Math.ceil(seconds / 60);
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A time that runs: `1:05`, `1:02:03`. */
export function clock(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
	const two = (value: number) => `${value}`.padStart(2, '0');
	return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Milliseconds as seconds with enough digits to compare; a dash for null. */
export const seconds = (ms: number | null | undefined): string =>
	ms == null ? '-' : inSeconds(ms, ms < 100 ? 4 : ms < 10_000 ? 3 : 1);

/** @param part from 0 to 1; null is a dash */
export const percent = (part: number | null): string => (part === null ? '-' : `${(100 * part).toFixed(1)}%`);

export const rate = (perSecond: number | null): string =>
	perSecond === null ? '-' : `${perSecond < 10 ? perSecond.toFixed(2) : perSecond.toFixed(0)}/s`;

/** The same for one that changes while it is shown: `9/s`, `0.4/s`. */
export const roughRate = (perSecond: number): string =>
	`${perSecond < 1 ? perSecond.toFixed(1) : perSecond.toFixed(0)}/s`;

/** `1.20 s to 1.45 s` */
export const between = (low: number, high: number, show: (value: number) => string): string =>
	`${show(low)} to ${show(high)}`;

/** `37,571` */
export const whole = (count: number): string => count.toLocaleString('en-US');

export const gigabytes = (bytes: number, decimals = 1): string => `${(bytes / 1e9).toFixed(decimals)} GB`;

/** How long ago something was, in the largest unit that fits: `3 d`, `5 h`, `12 min`; `1 min` for less. */
export function age(ms: number): string {
	const minutes = Math.max(1, Math.floor(ms / 60_000));
	if (minutes < 60) return `${minutes} min`;
	return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`;
}
