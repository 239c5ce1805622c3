/** A period of a budget, in UTC. Milliseconds since the epoch; the end does not belong to it. */
export type ServerPeriod = {
	/** `2026-11` or `2026-11-20` */
	name: string;
	beginMs: number;
	endMs: number;
};

/** The day or month that a moment belongs to. */
export function periodOf(kind: 'day' | 'month', ms: number): ServerPeriod {
	const date = new Date(ms);
	const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
	const iso = date.toISOString();
	return kind === 'day'
		? {name: iso.slice(0, 10), beginMs: Date.UTC(year, month, day), endMs: Date.UTC(year, month, day + 1)}
		: {name: iso.slice(0, 7), beginMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1)};
}
