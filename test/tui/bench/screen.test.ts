import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {BenchState} from '../../../source/tui/bench/state.ts';
import {expectFrame} from '../golden-frames.ts';
import {expectFits, keys, mount, mountOnTerminal} from '../mount.ts';
import {benchDesk, ended, plan, providerOf, running, samplesOf, snapshot} from './desk.ts';

/** Moments of a benchmark. */
const moments = {
	preparing: {},
	asking: {stage: 'ready', plan, leftOut: plan.leftOut},
	running,
	paused: {...running, isPaused: true},
	ended,
} satisfies Record<string, Partial<BenchState>>;

type Moment = keyof typeof moments;

async function at(moment: Moment, size: {columns: number; rows: number}, options = {}) {
	const desk = benchDesk({...moments[moment], size}, options);
	return {desk, ...(await mount(desk.tree, size))};
}

describe('golden frames', () => {
	test.each([
		['bench-120x40', 'running', 120, 40, ''],
		['bench-80x24', 'running', 80, 24, ''],
		['bench-60x20', 'running', 60, 20, ''],
		['bench-50x16', 'running', 50, 16, ''],
		['bench-begin-80x24', 'asking', 80, 24, 'b'],
		['bench-end-80x24', 'ended', 80, 24, ''],
	] as const)('%s', async (name, moment, columns, rows, pressed) => {
		const {desk, press} = await at(moment, {columns, rows}, {banner: 'EMULATED SERVICES'});
		await press(pressed);
		await expectFrame(desk.tree, [{columns, rows}], name);
	});
});

describe('any window', () => {
	test.each([
		[40, 12],
		[59, 18],
		[60, 12],
		[60, 20],
		[300, 80],
	])('%i x %i is never exceeded', async (columns, rows) => {
		for (const moment of Object.keys(moments) as Moment[]) {
			const {frame, press} = await at(moment, {columns, rows});
			for (const pressed of ['', 'j', keys.tab, 'x', keys.enter, 'i', 'q', '?']) {
				await press(pressed);
				expectFits(frame(), {columns, rows});
			}
		}
	});

	test('one that is too small says how large it must be', async () => {
		const {frame} = await at('running', {columns: 39, rows: 12});
		expect(frame()).toContain('terminal too small (40x12 needed)');
	});
});

test.each([40, 50, 60, 80, 100, 119, 120, 160, 220, 300])(
	'at %i columns, right answers are the first figure after the progress, then the limits',
	async columns => {
		const {frame} = await at('running', {columns, rows: 24});
		const [head = '', first = ''] = frame().split('\n').slice(2);
		expect(head).toMatch(columns === 40 ? / done +right$/ : / done +right +limits\b/);
		expect(first).toMatch(columns === 40 ? / 40\/40 +75\.0%$/ : / 40\/40 +75\.0% +✓/);
	},
);

test('the help has the signs of limits, but not among the keys of a search', async () => {
	const {frame, press} = await at('running', {columns: 80, rows: 60});
	await press('?');
	expect(frame()).toContain('signs of limits');
	expect(frame()).toMatch(/ × misses a limit$/m);
	await press('skip');
	expect(frame()).not.toContain('signs of limits');
});

test.each([
	[40, 12],
	[60, 20],
	[80, 24],
	[120, 40],
])('at %i x %i, the recommendation is the last of the screen', async (columns, rows) => {
	const {frame} = await at('ended', {columns, rows});
	const lines = frame().split('\n').slice(0, -2);
	expect(lines.findIndex(line => line.startsWith(' privacy'))).toBeGreaterThan(rows / 2 - 3);
	expect(lines.findIndex(line => line.startsWith(' quality'))).toBeGreaterThanOrEqual(lines.length - 5);
	expect(frame()).toMatch(/ done +right/);
});

test('the page about the benchmark has the whole recommendation, where the screen has no room for it', async () => {
	const {frame, press} = await at('ended', {columns: 60, rows: 20});
	expect(frame()).not.toContain('anthropic claude-sonnet-5-5');
	await press('i');
	const words = frame().replace(/\s+/g, ' ');
	expect(words).toContain('24 answers to 20 comments: ollama qwen2.5-coder:7b, anthropic claude-sonnet-5-5');
});

test('the state of every provider is shown without color and without Unicode', async () => {
	const {frame} = await at('running', {columns: 120, rows: 40}, {isUnicode: false});
	for (const words of ['40/40', 'stopped 14', '25/40', 'waiting', 'skipped: Not authenticated']) {
		expect(frame()).toContain(words);
	}
	expect(frame()).toMatch(/^[\x20-\x7e\n]*$/);
});

test('the detail shows errors, classes, limits, cost and the last error', async () => {
	const {frame} = await at('running', {columns: 120, rows: 40});
	for (const words of [
		'1  rate-limit',
		'latest: Rate limit reached for requests',
		'< 2 s',
		'met',
		'P95 under 5 s         pass',
		'per month',
		'breaker closed 1/5',
		'at least 0.362 s (needs 72 answers)',
	]) {
		expect(frame()).toContain(words);
	}
});

test('an open breaker counts down from when it was seen', async () => {
	const circuit = {state: 'open', remainingMs: 42_000} as const;
	const cooling = providerOf('ollama m', samplesOf([100, null]), {state: 'cooling-down', circuit});
	const earlier = {...snapshot, atMs: snapshot.atMs - 2000, providers: [cooling]};
	const desk = benchDesk({...running, snapshot: earlier});
	const {frame} = await mount(desk.tree, {columns: 120, rows: 40});
	expect(frame()).toContain('retry 40 s');
	expect(frame()).toContain('breaker open, retry in 40 s');
});

test('text from a service cannot drive the terminal', async () => {
	const {desk, frame} = await at('running', {columns: 120, rows: 40});
	const [sample] = samplesOf([null]);
	const told = {name: 'openai gpt-6-luna', sample: sample!, isWarmUp: false, trouble: 'bad\x1b[2Jnews\x07'};
	desk.send({type: 'told', event: {type: 'sample', ...told}});
	await expect.poll(frame).toContain('bad\\u001b[2Jnews\\u0007');
});

test('the screen is what was drawn, after any keys and sizes', async () => {
	const size = {columns: 100, rows: 30};
	const desk = benchDesk({...running, size});
	const whole = await mount(desk.tree, size);
	const screen = await mountOnTerminal(desk.tree, size);
	const pressed = fc.constantFrom('j', 'k', 's', 'S', 'p', 'x', 'n', 'i', '?', '+', keys.tab, keys.escape, keys.down);
	const sizes = fc.record({columns: fc.integer({min: 38, max: 130}), rows: fc.integer({min: 10, max: 40})});
	await fc.assert(
		fc.asyncProperty(fc.array(pressed, {minLength: 1, maxLength: 6}), sizes, async (given, wanted) => {
			for (const key of given) await screen.press(key);
			for (const window of [whole, screen]) await window.resize(wanted);
			await screen.press('k');
			expect(screen.frame()).toBe(whole.frame());
		}),
		{numRuns: 15},
	);
});
