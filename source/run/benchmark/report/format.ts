import type {Interval} from '../intervals.ts';

/** Milliseconds as seconds with enough digits to be told apart; a dash for null. */
export const seconds = (ms: number | null | undefined) =>
	ms == null ? '-' : ms < 100 ? `${(ms / 1000).toFixed(4)} s` : `${(ms / 1000).toFixed(ms < 10_000 ? 3 : 1)} s`;

export const percent = (part: number | null) => (part === null ? '-' : `${(100 * part).toFixed(1)} %`);

/** US dollars with two digits, and of less than one dollar with three that count. */
export function usd(value: number | null): string {
	if (value === null) return '-';
	const digits = value > 0 && value < 1 ? 2 - Math.floor(Math.log10(value)) : 2;
	return `$${value.toFixed(Math.min(12, digits))}`;
}

export const rate = (perSecond: number | null) =>
	perSecond === null ? '-' : `${perSecond < 10 ? perSecond.toFixed(2) : perSecond.toFixed(0)}/s`;

/** `1.20-1.45 s`; an end that cannot be told is a question mark. */
export function between({low, high}: Interval, show: (value: number) => string): string {
	if (low === null && high === null) return 'too few';
	return [low, high].map(end => (end === null ? '?' : show(end))).join(' to ');
}

/** `37,571` */
export const whole = (count: number) => count.toLocaleString('en-US');

/** Fewer answers than these give percentiles without an upper bound. */
export const enough = {p95: 72, p99: 368};

export const isFew = {
	p95: (answers: number) => answers < enough.p95,
	p99: (answers: number) => answers < enough.p99,
};
