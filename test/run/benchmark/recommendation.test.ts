import {expect, test} from 'vitest';
import {advise} from '../../../source/run/benchmark/recommendation.ts';
import type {ProviderResult} from '../../../source/run/benchmark/result.ts';

type Init = {name: string; right: number; p95Ms?: number; isLocal?: boolean; costUsd?: number; fails?: boolean};

/** As far as a recommendation looks at it: 100 answers. */
function provider({name, right, p95Ms = 1000, isLocal = false, costUsd = 0, fails = false}: Init): ProviderResult {
	const verdict = fails ? 'fail' : 'pass';
	return {
		name,
		provider: isLocal ? 'local' : 'api-a',
		isLocal,
		isMetered: !isLocal,
		timesMs: [p95Ms],
		figures: {
			success: {hits: 100, of: 100},
			accuracy: {all: {hits: right, of: 100}},
			latency: {p95Ms},
			costPerRequestUsd: costUsd,
		},
		intervals: {
			p95Ms: {low: p95Ms * 0.9, high: p95Ms * 1.1},
			accuracy: {low: (right - 5) / 100, high: (right + 5) / 100},
		},
		verdicts: [{limit: 'P95 under 5 s', isAdvisory: false, value: p95Ms, verdict}],
	} as unknown as ProviderResult;
}

const bestFor = (use: string, ...providers: Init[]) => advise(providers.map(provider)).find(one => one.use === use)!;

test('each use has its best, and one within the limits takes precedence over one that is not', () => {
	const local = {name: 'local', right: 60, isLocal: true, p95Ms: 3000};
	const [cheap, good] = [
		{name: 'cheap', right: 70, costUsd: 0.001},
		{name: 'good', right: 95, costUsd: 0.01, p95Ms: 2000},
	];
	const best = advise([local, cheap, good].map(provider)).map(({use, provider}) => [use, provider]);
	expect(best).toEqual([
		['privacy', 'local'],
		['cost', 'local'],
		['latency', 'cheap'],
		['quality', 'good'],
	]);
	expect(bestFor('quality', cheap, {...good, fails: true}).provider).toBe('cheap');
	expect(bestFor('quality', {...cheap, fails: true})).toMatchObject({why: expect.stringContaining('misses a limit')});
	expect(bestFor('privacy', cheap)).toMatchObject({provider: null, close: []});
});

test('names providers that cannot be distinguished from the best', () => {
	const [a, b, c] = [
		{name: 'a', right: 90},
		{name: 'b', right: 83, p95Ms: 1150},
		{name: 'c', right: 70, p95Ms: 4000},
	];
	expect(bestFor('quality', a, b, c)).toMatchObject({provider: 'a', close: ['b']});
	expect(bestFor('latency', a, b, c)).toMatchObject({provider: 'a', close: ['b']});
	expect(bestFor('quality', a, {...b, fails: true}).close).toEqual([]);
	expect(bestFor('cost', a, b, c).close).toEqual([]);
});
