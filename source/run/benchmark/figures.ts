import {summarizeLatency} from '../../llm/percentiles.ts';
import {choiceOf, type Provider} from '../../llm/providers/registry.ts';
import {sumOfTokens} from '../../llm/providers/usage.ts';
import {speedOf} from '../../llm/speed.ts';
import {byName} from '../../system/by-name.ts';
import type {Task} from './ask-about.ts';
import {type Complexity, complexities} from './data-set.ts';
import {type Aspect, aspects} from './judge.ts';
import type {Sample} from './progress.ts';

/** `hits` of `of`. */
export type Share = {hits: number; of: number};

export type Figures = ReturnType<typeof figuresOf>;

/**
 * The figures of a set of requests. Money is in US dollars, times are in milliseconds.
 * @param wanted minimum confidence by the id of the entry
 */
export function figuresOf(samples: readonly Sample[], wanted: ReadonlyMap<string, number>) {
	const parsed = samples.filter(({outcome}) => outcome === 'parsed');
	const latency = summarizeLatency(samples.flatMap(({latencyMs}) => latencyMs ?? []));
	const sum = (value: (sample: Sample) => number) => samples.reduce((total, sample) => total + value(sample), 0);
	const said = parsed.flatMap(({confidence}) => confidence ?? []);
	/** Failed requests by kind. */
	const errors: Record<string, number> = {};
	for (const {outcome} of samples) if (outcome !== 'parsed') errors[outcome] = (errors[outcome] ?? 0) + 1;
	const billed = samples.filter(sample => sample.latencyMs !== null && !isAtWorst(sample));
	const tokens = sumOfTokens(samples.map(sample => sample.tokens));
	return {
		requests: samples.length,
		/** Number of answers, parsed or not. Without any, the latency is null. */
		answered: latency?.count ?? 0,
		latency,
		/** 1 / mean latency; null without an answer. */
		throughputPerSecond: latency && latency.meanMs > 0 ? 1000 / latency.meanMs : null,
		/** Parsed answers, of all requests. */
		success: {hits: parsed.length, of: samples.length},
		/** Mean confidence of the parsed answers, 0 to 1; null without any. */
		confidence: said.length > 0 ? said.reduce((total, each) => total + each, 0) / said.length : null,
		/** Parsed answers that are right, as far as the ground truth is known: in each aspect, and in all of them. */
		accuracy: accuracyOf(parsed),
		/** Parsed answers with the minimum confidence of their entry. */
		sure: shareOfTrue(
			parsed.flatMap(({entry, confidence}) => {
				const least = wanted.get(entry);
				return least !== undefined && confidence !== null ? [confidence >= least] : [];
			}),
		),
		tokens,
		/** How fast the server of a local model read prompts and wrote answers; null if it does not report that. */
		speed: speedOf(samples.flatMap(({work}) => work ?? [])),
		/** Share of the input tokens, 0 to 1, that the provider read from its own cache; null if it reports no tokens. */
		cachedShare: tokens.input > 0 ? tokens.cachedInput / tokens.input : null,
		/** Without warm-up requests. */
		costUsd: sum(sample => sample.costUsd),
		/** The part of it that is a maximum, because the usage of these requests is unknown. */
		atWorstUsd: sum(sample => (isAtWorst(sample) ? sample.costUsd : 0)),
		/** Mean of the answered requests with known usage; null if there are none. */
		costPerRequestUsd: billed.length > 0 ? billed.reduce((all, each) => all + each.costUsd, 0) / billed.length : null,
		errors,
	};
}

/** Whether the maximum was charged, because the usage is unknown. */
const isAtWorst = ({tokens, costUsd}: Sample) => costUsd > 0 && tokens.input + tokens.output === 0;

function accuracyOf(parsed: readonly Sample[]): Record<Aspect | 'all', Share> {
	const shares = byName(aspects, aspect => shareOfTrue(parsed.map(({right}) => right?.[aspect] ?? null)));
	return {...shares, all: shareOfRight(parsed)};
}

/** Answers that are right in every known aspect, of those with one. */
export function shareOfRight(samples: readonly Sample[]): Share {
	const judged = samples.map(({right}) => Object.values(right ?? {}).filter(value => value !== null));
	return shareOfTrue(judged.filter(({length}) => length > 0).map(values => values.every(Boolean)));
}

function shareOfTrue(values: readonly (boolean | null)[]): Share {
	const known = values.filter(value => value !== null);
	return {hits: known.filter(Boolean).length, of: known.length};
}

/** Null for no values. */
export const portionOf = ({hits, of}: Share) => (of === 0 ? null : hits / of);

/** Whom a row of the live screen, or of the result, is about, and what was measured. */
export type MeasuredProvider = ReturnType<typeof measure>;

type Asked = {provider: Provider; name: string; tasks: readonly Task[]};

export function measure({provider, name, tasks}: Asked, samples: readonly Sample[]) {
	const {address, isLocal, isMetered} = provider;
	/** The minimum confidence of entries, by id. */
	const wanted = new Map(
		tasks.flatMap(({entry: {id, truth}}) => (truth.confidence === null ? [] : [[id, truth.confidence] as const])),
	);
	return {
		...choiceOf(provider),
		/** Name of the row, for `Control.skip`. */
		name,
		...{address, isLocal, isMetered},
		figures: figuresOf(samples, wanted),
		byComplexity: figuresByComplexity(samples, wanted),
		/** Latencies of the answered requests, in their order. */
		timesMs: samples.flatMap(({latencyMs}) => latencyMs ?? []),
	};
}

/** The figures of one class, with the target of its mean latency. */
type ClassFigures = Figures & {expected: string; isAsExpected: boolean | null};

/** The classes that have requests. */
type FiguresByComplexity = Partial<Record<Complexity, ClassFigures>>;

/** @param wanted minimum confidence by the id of the entry */
export function figuresByComplexity(
	samples: readonly Sample[],
	wanted: ReadonlyMap<string, number>,
): FiguresByComplexity {
	const classes = complexities.flatMap(complexity => {
		const own = samples.filter(sample => sample.complexity === complexity);
		if (own.length === 0) return [];
		const figures = figuresOf(own, wanted);
		const {text, mostMs} = expected[complexity];
		// A faster class meets its target, too.
		const isAsExpected = figures.latency && figures.latency.meanMs <= mostMs;
		return [[complexity, {...figures, expected: text, isAsExpected} satisfies ClassFigures]];
	});
	return Object.fromEntries(classes);
}

/** Target of each class, in seconds. */
const expected: Readonly<Record<Complexity, {text: string; mostMs: number}>> = {
	simple: {text: '< 2 s', mostMs: 2000},
	medium: {text: '2-4 s', mostMs: 4000},
	complex: {text: '4-6 s', mostMs: 6000},
};
