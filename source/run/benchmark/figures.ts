import {type Latency, summarizeLatency} from '../../llm/percentiles.ts';
import {sumOfTokens, type Tokens} from '../../llm/tokens.ts';
import {type Aspect, aspects} from './judge.ts';
import type {Sample} from './sample.ts';

/** So many of so many. */
export type Share = {hits: number; of: number};

/** What a number of requests come to. Money is in US dollars, times are in milliseconds. */
export type Figures = {
	requests: number;
	/** Answers that came, parsed or not; null latency without any. */
	answered: number;
	latency: Latency | null;
	/** 1 / mean latency; null without an answer. */
	throughputPerSecond: number | null;
	/** Successful parses of all requests. */
	success: Share;
	/** Mean of what the parsed answers say of themselves, 0 to 1; null without any. */
	confidence: number | null;
	/** Parsed answers against the ground truth, as far as it tells: in each aspect, and all aspects of an answer together. */
	accuracy: Record<Aspect, Share> & {all: Share};
	/** Parsed answers that are at least as sure as their entry wants. */
	sure: Share;
	tokens: Tokens;
	/** The part of the input tokens, 0 to 1, that the provider read from its own cache; null where it tells no tokens. */
	cachedShare: number | null;
	/** Of these requests: those to warm up are none of them. */
	costUsd: number;
	/** The part of it that is charged at worst, for what the requests used is not known. */
	atWorstUsd: number;
	/** Mean of the answered requests, without charges at worst; null where none told what it used. */
	costPerRequestUsd: number | null;
	/** How often each way to come to nothing was met. */
	errors: Record<string, number>;
};

/** @param wanted the least confidence that an entry wants, by its id */
export function figuresOf(samples: readonly Sample[], wanted: ReadonlyMap<string, number>): Figures {
	const parsed = samples.filter(({outcome}) => outcome === 'parsed');
	const latency = summarizeLatency(samples.flatMap(({latencyMs}) => latencyMs ?? []));
	const sum = (value: (sample: Sample) => number) => samples.reduce((total, sample) => total + value(sample), 0);
	const said = parsed.flatMap(({confidence}) => confidence ?? []);
	const errors: Figures['errors'] = {};
	for (const {outcome} of samples) if (outcome !== 'parsed') errors[outcome] = (errors[outcome] ?? 0) + 1;
	const costUsd = sum(sample => sample.costUsd);
	const billed = samples.filter(sample => sample.latencyMs !== null && !isAtWorst(sample));
	const tokens = sumOfTokens(samples.map(sample => sample.tokens));
	return {
		requests: samples.length,
		answered: latency?.count ?? 0,
		latency,
		throughputPerSecond: latency && latency.meanMs > 0 ? 1000 / latency.meanMs : null,
		success: {hits: parsed.length, of: samples.length},
		confidence: said.length > 0 ? said.reduce((total, each) => total + each, 0) / said.length : null,
		accuracy: accuracyOf(parsed),
		sure: shareOf(
			parsed.flatMap(({entry, confidence}) =>
				wanted.has(entry) && confidence !== null ? [confidence >= wanted.get(entry)!] : [],
			),
		),
		tokens,
		cachedShare: tokens.input > 0 ? tokens.cachedInput / tokens.input : null,
		costUsd,
		atWorstUsd: sum(sample => (isAtWorst(sample) ? sample.costUsd : 0)),
		costPerRequestUsd: billed.length > 0 ? billed.reduce((all, each) => all + each.costUsd, 0) / billed.length : null,
		errors,
	};
}

/** Charged for what it may have used, for that is not known. */
const isAtWorst = ({tokens, costUsd}: Sample) => costUsd > 0 && tokens.input + tokens.output === 0;

function accuracyOf(parsed: readonly Sample[]): Figures['accuracy'] {
	const judged = parsed.map(({right}) => Object.values(right ?? {}).filter(value => value !== null));
	const shares = aspects.map(aspect => [aspect, shareOf(parsed.map(({right}) => right?.[aspect] ?? null))]);
	return {
		...(Object.fromEntries(shares) as Record<Aspect, Share>),
		all: shareOf(judged.filter(({length}) => length > 0).map(values => values.every(Boolean))),
	};
}

function shareOf(values: readonly (boolean | null)[]): Share {
	const known = values.filter(value => value !== null);
	return {hits: known.filter(Boolean).length, of: known.length};
}

/** Null of none. */
export const partOf = ({hits, of}: Share) => (of === 0 ? null : hits / of);
