import {expect, test} from 'vitest';
import {verdictsOn} from '../../../source/run/benchmark/acceptance.ts';
import {adviceLines} from '../../../source/run/benchmark/benchmark-document.ts';
import {cautionsOn} from '../../../source/run/benchmark/cautions.ts';
import {figuresOf} from '../../../source/run/benchmark/figures.ts';
import {percentileInterval, shareInterval} from '../../../source/run/benchmark/intervals.ts';
import {rightByComment} from '../../../source/run/benchmark/paired-test.ts';
import type {Sample} from '../../../source/run/benchmark/progress.ts';
import {advise} from '../../../source/run/benchmark/recommendation.ts';
import type {ProviderResult} from '../../../source/run/benchmark/result.ts';
import type {ProviderId} from '../../../source/settings/providers.ts';

type Init = {
	name: string;
	provider?: ProviderId;
	/** Of so many answers, those to the first comments are wrong. */
	wrong?: number;
	answers?: number;
	unusable?: number;
	timeouts?: number;
	ms?: number;
	costUsd?: number;
	/** Whether the data set has right answers. */
	isJudged?: boolean;
};

const yes = {number: true, range: true, type: true, text: true};

/** As far as a recommendation looks at it. */
function measured(init: Init): ProviderResult {
	const {name, provider = 'api-a', wrong = 0, answers = 40, unusable = 0, timeouts = 0, ms = 1000, costUsd = 0} = init;
	const tokens = {input: 900, cachedInput: 0, cacheWrite: 0, output: 60};
	const sample = (index: number, more: Partial<Sample>) =>
		({index, entry: `simple[${index}]`, complexity: 'simple', tokens, costUsd, confidence: null, ...more}) as Sample;
	const fill = (count: number, make: (index: number) => Partial<Sample>) =>
		Array.from({length: count}, (_, index) => sample(index, make(index)));
	const samples = [
		...fill(answers, index => ({
			outcome: 'parsed',
			latencyMs: ms * (1 + (index % 10) / 100),
			confidence: 0.9,
			right: init.isJudged === false ? null : {...yes, text: index >= wrong},
		})),
		...fill(unusable, () => ({outcome: 'answer: not-json', latencyMs: ms, right: null})),
		...fill(timeouts, () => ({outcome: 'timeout', latencyMs: null, right: null})),
	];
	const figures = figuresOf(samples, new Map());
	const timesMs = samples.flatMap(({latencyMs}) => latencyMs ?? []);
	return {
		name,
		provider,
		isLocal: provider === 'local',
		isMetered: provider.startsWith('api'),
		timesMs,
		figures,
		intervals: {p95Ms: percentileInterval(timesMs, 0.95), accuracy: shareInterval(figures.accuracy.all)},
		verdicts: verdictsOn(figures),
		rightByComment: rightByComment(samples),
	} as unknown as ProviderResult;
}

const bestFor = (use: string, ...inits: Init[]) => advise(inits.map(measured)).find(one => one.use === use)!;

/** The whole recommendation, as it is shown. */
function lines(...inits: Init[]): string[] {
	const providers = inits.map(measured);
	const result = {advice: advise(providers), cautions: cautionsOn(providers, {timeoutMs: 60_000})};
	return adviceLines(result).map(({label, name, text}) => [label, ...(name === null ? [] : [name]), text].join(': '));
}

test('each use has its best, with its share of right answers', () => {
	expect(
		lines(
			{name: 'local', provider: 'local', wrong: 16, ms: 3000},
			{name: 'cheap', wrong: 12, costUsd: 0.001},
			{name: 'good', costUsd: 0.01, ms: 2000},
		),
	).toEqual([
		'privacy: local: 60.0% right, nothing leaves this machine',
		'cost: local: 60.0% right, free',
		'latency: cheap: 70.0% right, P95 of 1.090 s',
		'quality: good: 100.0% right, 40 of 40 answers',
	]);
});

test('one within the limits takes precedence, except for privacy', () => {
	const [fast, slow] = [
		{name: 'fast', wrong: 12},
		{name: 'slow', ms: 9000},
	];
	expect(bestFor('quality', fast, slow)).toMatchObject({provider: 'fast', close: [], better: ['slow']});
	expect(lines(fast, slow)[3]).toBe(
		'quality: fast: 70.0% right, 28 of 40 answers; better, but with a missed limit: slow',
	);
	expect(bestFor('quality', fast, {...slow, wrong: 11}).better).toEqual([]);
	expect(
		bestFor('latency', {name: 'sure', ms: 2000}, {name: 'fails', answers: 30, unusable: 10, ms: 500}),
	).toMatchObject({
		provider: 'sure',
		better: ['fails'],
	});
	expect(bestFor('quality', slow).why).toBe('100.0% right, 40 of 40 answers, misses a limit: P95 under 5 s');
	const own = {name: 'own', provider: 'local', ms: 9000} as const;
	expect(bestFor('privacy', {name: 'client', provider: 'cli-a'}, own)).toMatchObject({
		provider: 'own',
		why: '100.0% right, nothing leaves this machine, misses a limit: P95 under 5 s',
	});
});

test('a difference that the comments show is one, although the intervals overlap', () => {
	const [right, wrong] = [
		{name: 'right', answers: 39, ms: 900},
		{name: 'wrong', wrong: 7, ms: 400},
	];
	expect(bestFor('quality', right, wrong)).toMatchObject({provider: 'right', close: [], comparedOn: null});
	const [a, b] = [right, wrong].map(init => measured(init).intervals.accuracy);
	expect(b!.high).toBeGreaterThan(a!.low!);
});

test('providers that cannot be told apart are named, with what they were compared on', () => {
	const [a, b, c] = [
		{name: 'a', answers: 39, wrong: 1},
		{name: 'b', wrong: 5},
		{name: 'c', wrong: 20, ms: 4000},
	];
	expect(lines(c, b, a)[3]).toBe('quality: a: 97.4% right, 38 of 39 answers; cannot be told apart with 39 answers: b');
	expect(bestFor('latency', a, {...b, ms: 1005}, c)).toMatchObject({
		provider: 'a',
		close: ['b'],
		comparedOn: {answers: 39, comments: null},
	});
	expect(bestFor('cost', a, b, c).close).toEqual([]);
	expect(bestFor('quality', a, {...b, ms: 9000}).close).toEqual([]);
});

test('comments that were sent several times are counted as comments', () => {
	const twice = (init: Init) => {
		const one = measured(init);
		const shares = Object.entries(one.rightByComment).map(([id, {hits, of}]) => [id, {hits: 2 * hits, of: 2 * of}]);
		return {...one, rightByComment: Object.fromEntries(shares)};
	};
	const advice = advise([twice({name: 'a', answers: 20}), twice({name: 'b', answers: 20, wrong: 2})]);
	expect(adviceLines({advice, cautions: []})[3]!.text).toMatch(
		/cannot be told apart with 40 answers to 20 comments: b$/,
	);
});

test('where the cost is equal, free comes before a subscription, and both before what bills each request', () => {
	const [own, client, paid] = [
		{name: 'own', provider: 'local', ms: 3000},
		{name: 'client', provider: 'cli-b', ms: 500},
		{name: 'paid', ms: 100},
	] as const;
	expect(bestFor('cost', paid, client, own)).toMatchObject({provider: 'own', why: '100.0% right, free'});
	expect(bestFor('cost', paid, client).why).toBe('100.0% right, free with subscription');
	expect(bestFor('cost', paid, client).provider).toBe('client');
	expect(bestFor('cost', {...paid, costUsd: 0.002}).why).toBe('100.0% right, $0.00200 per request');
});

test('a provider that is never right is not recommended for quality', () => {
	const never = {name: 'never', provider: 'local', wrong: 40} as const;
	expect(lines(never)).toEqual([
		'privacy: never: 0.0% right, nothing leaves this machine',
		'cost: never: 0.0% right, free',
		'latency: never: 0.0% right, P95 of 1.090 s',
		'quality: none, 0% right',
	]);
	expect(bestFor('quality', never, {name: 'slow', wrong: 39, ms: 9000})).toMatchObject({provider: 'slow', close: []});
	expect(bestFor('quality', {name: 'unknown', isJudged: false}).why).toMatch(/^unknown: /);
});

test('a local model without a usable answer was measured, and time-outs are named', () => {
	const [mute, slow] = [
		{name: 'mute', provider: 'local', answers: 0, unusable: 5, timeouts: 25},
		{name: 'slow', provider: 'local', answers: 0, timeouts: 30},
	] as const;
	expect(lines(slow)).toEqual([
		'privacy: no usable answer from slow (measured, 0 of 30 answered)',
		'cost: no provider gave a usable answer',
		'latency: no provider gave a usable answer',
		'quality: no provider gave a usable answer',
		'note: slow: measured, 0 of 30 answered; 100.0% of its answers timed out at 60 s: raise --timeout',
	]);
	expect(lines(mute, {name: 'client', provider: 'cli-a'}).filter(line => /^(?:privacy|note)/.test(line))).toEqual([
		'privacy: client: 100.0% right, no usable answer from mute (measured, 0 of 30 usable); comments and code go to the vendor of the subscription',
		'note: mute: measured, 0 of 30 usable; 83.3% of its answers timed out at 60 s: raise --timeout',
	]);
	expect(lines({name: 'fine', timeouts: 1}).filter(line => line.startsWith('note'))).toEqual([]);
});

test('what was not measured is said not to be', () => {
	expect(bestFor('privacy', {name: 'paid'})).toMatchObject({
		provider: null,
		why: 'neither a local model nor a subscription client was measured',
	});
	expect(bestFor('privacy', {name: 'client', provider: 'cli-a'}).why).toMatch(
		/^100\.0% right, no local model was measured; /,
	);
	expect(lines({name: 'skipped', provider: 'local', answers: 0})).toEqual([
		'privacy: neither a local model nor a subscription client was measured',
		'cost: nothing was measured',
		'latency: nothing was measured',
		'quality: nothing was measured',
	]);
});
