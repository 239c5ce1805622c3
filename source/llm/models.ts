import type {ProviderId} from '../settings/providers.ts';
import type {Effort} from './providers/provider.ts';

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

const scaled = (rates: Rates, input: number, output: number): Rates => ({
	input: rates.input * input,
	cachedInput: rates.cachedInput * input,
	cacheWrite: rates.cacheWrite * input,
	output: rates.output * output,
});

type Ending = {ends?: string; effort?: Effort};

/** `write` defaults to the price of plain input: these models have no charge of their own for it. */
function openai(input: number, cachedInput: number, output: number, write?: number, ending: Ending = {}): ModelRow {
	const rates = {input, cachedInput, cacheWrite: write ?? input, output};
	return {
		price: {...rates, above: {tokens: 272_000, ...scaled(rates, 2, 1.5)}},
		ends: ending.ends ?? null,
		effort: ending.effort === undefined ? 'low' : ending.effort,
	};
}

function anthropic(input: number, cachedInput: number, output: number, ending: Ending = {}): ModelRow {
	return {
		price: {input, cachedInput, cacheWrite: input * 1.25, output, above: null},
		ends: ending.ends ?? null,
		effort: ending.effort === undefined ? 'low' : ending.effort,
	};
}

const haiku55: Rates = {input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5};
const opus4 = anthropic(5, 0.5, 25, {effort: null});

/**
 * Standard tier of the vendors' own services. Sources: the vendors' model pages, and for Anthropic what its own client
 * computes from a usage. Where a page names no rate for cache writes, the vendor's rule of 1.25 times the input stands.
 */
const models: Partial<Record<ProviderId, Readonly<Record<string, ModelRow>>>> = {
	'api-a': {
		'gpt-6-luna': openai(0.1, 0.01, 0.5, 0.125),
		'gpt-5.6-luna': openai(0.2, 0.02, 1.2, 0.25),
		'gpt-6.1-terra': openai(1, 0.05, 5, 1.25),
		'gpt-6.1-sol': openai(2, 0.1, 10, 2.5),
		'gpt-6.2-sol': openai(2, 0.1, 10, 2.5),
		'gpt-6-sol': openai(2, 0.2, 10, 2.5),
		'gpt-6-astra': openai(10, 1, 50, 12.5),
		'gpt-6.2-astra': openai(8, 0.4, 40, 10),
		'gpt-5.4-nano': openai(0.2, 0.02, 1.25, undefined, {ends: '2027-04-01'}),
		'gpt-5.4-mini': openai(0.75, 0.075, 4.5),
		'gpt-5-nano': openai(0.05, 0.005, 0.4, undefined, {ends: '2026-12-11'}),
		'gpt-5-mini': openai(0.25, 0.025, 2, undefined, {ends: '2026-12-11'}),
		'gpt-5': openai(1.25, 0.125, 10, undefined, {ends: '2026-12-11'}),
		'gpt-4o-mini': openai(0.15, 0.075, 0.6, undefined, {ends: '2027-01-14', effort: null}),
		'gpt-4.1-nano': {price: null, ends: '2026-10-23', effort: null},
	},
	'api-b': {
		'claude-haiku-5-5': {
			price: {...haiku55, above: {tokens: 100_000, ...scaled(haiku55, 5, 5)}},
			ends: null,
			effort: 'low',
		},
		'claude-sonnet-5-5': anthropic(2, 0.1, 10),
		'claude-opus-5-5': anthropic(4, 0.2, 20),
		'claude-fable-5-2': anthropic(8, 0.2, 40),
		'claude-fable-5-1': anthropic(10, 0.25, 50),
		'claude-sonnet-5': anthropic(2, 0.2, 10),
		'claude-opus-5': anthropic(5, 0.5, 25),
		'claude-opus-4-8': opus4,
		'claude-opus-4-7': opus4,
		'claude-opus-4-6': opus4,
		'claude-opus-4-5': opus4,
		'claude-sonnet-4-6': anthropic(3, 0.3, 15, {effort: null}),
		'claude-sonnet-4-5': anthropic(3, 0.3, 15, {ends: '2026-11-30', effort: null}),
		'claude-haiku-4-5': anthropic(1, 0.1, 5, {effort: null}),
	},
};

/** The model a vendor calls by this name or, at a later date, by this name with a date behind it; null if not known. */
export function modelRow(provider: ProviderId, model: string): ModelRow | null {
	const rows = models[provider];
	const undated = model.replace(/-(?:20\d{6}|20\d\d-\d\d-\d\d)$/, '');
	return rows && Object.hasOwn(rows, undated) ? rows[undated]! : null;
}
