import type {Effort} from './provider.ts';

/** US dollars per million tokens. */
export type Rates = {
	readonly input: number;
	/** Input read from the provider's cache. */
	readonly cachedInput: number;
	/** Input written to its cache for the shortest time that it offers (5 or 30 minutes). */
	readonly cacheWrite: number;
	readonly output: number;
};

export type Price = Rates & {
	/** The rates for all tokens of a request with more than this many input tokens, cached ones included. */
	readonly above: (Rates & {readonly tokens: number}) | null;
};

export type ModelRow = {
	/** Null if they are no longer known. */
	readonly price: Price | null;
	/** The day (UTC) on which it is switched off; null if none is announced. */
	readonly ends: string | null;
	/** The effort if you name the model in full; null if it accepts none. */
	readonly effort: Effort;
};

/** The day on which prices and dates were looked up. */
export const modelsAsOf = '2026-11-20';

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

/** The vendor's model with this name, with or without a date at its end; null if unknown. */
export function modelRow(models: Readonly<Record<string, ModelRow>> | undefined, name: string): ModelRow | null {
	const undated = name.replace(/-(?:20\d{6}|20\d\d-\d\d-\d\d)$/, '');
	return (models && Object.hasOwn(models, undated) && models[undated]) || null;
}
