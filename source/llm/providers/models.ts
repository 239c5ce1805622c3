import type {Effort} from './provider.ts';

/** US dollars per million tokens. */
export type Rates = {
	readonly input: number;
	/** Input that the provider read from its cache. */
	readonly cachedInput: number;
	/** Input that it wrote to its cache for the shortest time on offer (5 minutes, or 30). */
	readonly cacheWrite: number;
	readonly output: number;
};

export type Price = Rates & {
	/** What all tokens of a request cost whose input, cached tokens counted, is more than so many tokens. */
	readonly above: (Rates & {readonly tokens: number}) | null;
};

export type ModelRow = {
	/** Null: nobody can tell any more. */
	readonly price: Price | null;
	/** The day (UTC) from which on it does not answer; null: not announced. */
	readonly ends: string | null;
	/** What it is asked for when it is named in full; null where it takes no such wish. */
	readonly effort: Effort;
};

/** The day on which prices and dates were looked up. */
export const modelsAsOf = '2026-11-20';

/** Rates that are so many times others. */
export const scaled = (rates: Rates, input: number, output: number): Rates => ({
	input: rates.input * input,
	cachedInput: rates.cachedInput * input,
	cacheWrite: rates.cacheWrite * input,
	output: rates.output * output,
});

type NameEnding = {ends?: string; effort?: Effort};

export const modelAt = (price: Price, {ends, effort}: NameEnding = {}): ModelRow => ({
	price,
	ends: ends ?? null,
	effort: effort === undefined ? 'low' : effort,
});

/** The model a vendor calls by this name or, at a later date, by this name with a date behind it; null if not known. */
export function modelRow(models: Readonly<Record<string, ModelRow>> | undefined, name: string): ModelRow | null {
	const undated = name.replace(/-(?:20\d{6}|20\d\d-\d\d-\d\d)$/, '');
	return models && Object.hasOwn(models, undated) ? models[undated]! : null;
}
