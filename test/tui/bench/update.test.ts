import {describe, expect, test} from 'vitest';
import type {ProviderSnapshot} from '../../../source/run/benchmark/events.ts';
import type {Sample} from '../../../source/run/benchmark/progress.ts';
import {clock} from '../../../source/text/figures.ts';
import {sortKeys} from '../../../source/tui/bench/columns.ts';
import {cursorOf, rowsOf, selectedProvider} from '../../../source/tui/bench/rows.ts';
import {sparkline} from '../../../source/tui/widgets/sparkline.ts';
import {benchDesk, plan, providerOf, result, running, samplesOf, snapshot, times} from './desk.ts';

const names = (desk: ReturnType<typeof benchDesk>) => rowsOf(desk.state()).map(({name}) => name.split(' ')[0]);

const allRight = (sample: Sample): Sample => ({
	...sample,
	right: {number: true, range: true, type: true, text: true},
});

const still = (provider: ProviderSnapshot): ProviderSnapshot => ({...provider, inFlight: 0});

const [luna, sonnet] = ['openai gpt-6-luna', 'anthropic claude-sonnet-5-5'];

describe('before the first request', () => {
	test('billed requests wait for a yes, which no earlier key is', () => {
		const desk = benchDesk();
		desk.send({type: 'start'}, {type: 'planned', plan, isAsked: true, at: 0});
		desk.store.dispatch({type: 'key', key: 'y', at: 100});
		expect(desk.asked).toEqual([{type: 'plan'}]);
		desk.press('enter');
		expect(desk.state()).toMatchObject({stage: 'ready', dialog: null});
		desk.press('b', 'y');
		expect(desk.asked).toEqual([{type: 'plan'}, {type: 'begin', plan}]);
		expect(desk.state().stage).toBe('running');
	});

	test('allowed and free requests begin at once', () => {
		const allowed = benchDesk();
		allowed.send({type: 'planned', plan, isAsked: false, at: 0});
		const free = benchDesk();
		free.send({type: 'planned', plan: {...plan, paid: {requests: 0, estimateUsd: 0}}, isAsked: true, at: 0});
		for (const {asked} of [allowed, free]) expect(asked).toMatchObject([{type: 'begin'}]);
	});

	test('Ctrl-C quits', () => {
		const desk = benchDesk();
		desk.press('ctrl+c');
		expect(desk.asked).toEqual([{type: 'quit', isInterrupted: true}]);
	});

	test('providers are rows while they are checked; a skipped one moves to the end', () => {
		const desk = benchDesk();
		const check = (provider: 'local' | 'api-a', detail: string) => ({
			type: 'told' as const,
			event: {
				type: 'provider-check' as const,
				provider: {provider, model: 'm', effort: null},
				check: {name: 'server', status: 'ok' as const, detail, remedy: '', trouble: null},
			},
		});
		desk.send(check('local', 'one'), check('api-a', 'two'));
		expect(names(desk)).toEqual(['ollama', 'openai']);
		const left = {provider: 'local' as const, name: 'ollama m (low)', reason: 'gone', remedy: '', trouble: null};
		desk.send({type: 'told', event: {type: 'left-out', left}});
		expect(rowsOf(desk.state()).map(({kind}) => kind)).toEqual(['expected', 'left-out']);
	});
});

describe('while it runs', () => {
	test('the cursor follows the running provider until it is moved, then stays', () => {
		const desk = benchDesk(running);
		expect(selectedProvider(desk.state())?.name).toBe(luna);
		desk.press('j');
		expect(selectedProvider(desk.state())?.name).toBe(sonnet);
		for (const _ of sortKeys) {
			desk.press('s', 'S');
			expect(selectedProvider(desk.state())?.name).toBe(sonnet);
		}
		desk.press('escape');
		expect(selectedProvider(desk.state())?.name).toBe(luna);
	});

	test('s sorts by the next column; rows without a figure are last in either order', () => {
		const desk = benchDesk(running);
		desk.press('s', 's', 's');
		expect([desk.state().sort, names(desk)]).toEqual([
			'p95',
			['openai', 'ollama', 'claude-cli', 'anthropic', 'codex-cli'],
		]);
		desk.press('S');
		expect(names(desk)).toEqual(['claude-cli', 'ollama', 'openai', 'anthropic', 'codex-cli']);
		desk.press('s');
		expect([desk.state().sort, names(desk)[0]]).toEqual(['errors', 'ollama']);
		expect(sortKeys.length).toBeGreaterThan(7);
	});

	test('right answers and limits are sorted from the best on', () => {
		const better = (name: string) => providerOf(name, samplesOf(times(8, 100)).map(allRight));
		const providers = [...snapshot.providers, better('codex-cli better')];
		const desk = benchDesk({...running, snapshot: {...snapshot, providers}});
		desk.press('s');
		expect([desk.state().sort, names(desk)[0]]).toEqual(['right', 'codex-cli']);
		desk.press('s');
		expect([desk.state().sort, names(desk).indexOf('claude-cli')]).toEqual(['limits', 3]);
	});

	test.each([
		[60, ['right', 'limits', 'p95', 'progress', 'name', 'order']],
		[80, ['right', 'limits', 'p95', 'errors', 'cost', 'progress', 'name', 'order']],
		[50, ['right', 'limits', 'progress', 'name', 'order']],
	])('in %i columns, s skips the columns that are not visible', (columns, expected) => {
		const desk = benchDesk({...running, size: {columns, rows: 24}});
		const sorts = expected.map(() => {
			desk.press('s');
			return desk.state().sort;
		});
		expect(sorts).toEqual(expected);
	});

	test('a window without the sorted column goes back to the order of the run', () => {
		const desk = benchDesk(running);
		desk.press('s', 's', 's', 's', 's', 's');
		expect(desk.state().sort).toBe('median');
		desk.send({type: 'resize', size: {columns: 60, rows: 20}});
		expect(desk.state().sort).toBe('order');
	});

	test('p pauses and resumes', () => {
		const desk = benchDesk(running);
		desk.press('p', 'space');
		expect(desk.asked).toEqual([{type: 'pause'}, {type: 'resume'}]);
	});

	test('the question of x names the provider, whatever is sorted or finished meanwhile', () => {
		const desk = benchDesk(running);
		desk.press('x');
		const done = snapshot.providers.map(each => (each.name === luna ? {...each, state: 'done' as const} : each));
		desk.send({type: 'told', event: {type: 'snapshot', snapshot: {...snapshot, providers: done}}});
		desk.press('y');
		expect(desk.asked).toEqual([{type: 'skip', name: luna}]);
	});

	test('a provider that is done or skipped cannot be skipped, and shows why', () => {
		const desk = benchDesk(running);
		desk.press('g', 'x');
		expect([desk.state().dialog, desk.state().notice?.text]).toEqual([null, 'this provider is finished']);
		desk.press('G', 'x');
		expect([desk.state().dialog, desk.state().notice?.text]).toEqual([null, 'this provider is not part of the run']);
	});

	test('to the shell after requests in flight, so that none seems slower than it is', () => {
		const desk = benchDesk(running);
		desk.press('ctrl+z');
		expect(desk.asked).toEqual([{type: 'pause'}]);
		const atRest = {...snapshot, phase: 'paused' as const, providers: snapshot.providers.map(still)};
		for (const one of [{...snapshot, providers: atRest.providers}, atRest]) {
			desk.send({type: 'told', event: {type: 'snapshot', snapshot: one}});
		}
		expect(desk.asked.slice(1)).toEqual([{type: 'suspend'}]);
		desk.send({type: 'continued'});
		expect(desk.asked.slice(2)).toEqual([{type: 'resume'}]);
	});

	test('to the shell at once at the second key, and a pause stays one', () => {
		const desk = benchDesk(running);
		desk.press('p', 'ctrl+z', 'ctrl+z');
		desk.send({type: 'continued'});
		expect(desk.asked).toEqual([{type: 'pause'}, {type: 'pause'}, {type: 'suspend'}]);
	});

	test('w writes the report, and requests continue', () => {
		const desk = benchDesk(running);
		desk.press('w');
		expect([desk.asked, desk.state().stage]).toEqual([[{type: 'write', plan}], 'running']);
	});

	test.each([
		[['c', 'y'], [{type: 'stop'}], 'stopping'],
		[['c', 'n'], [], 'running'],
		[['c', 'enter'], [], 'running'],
		[['q', 'y'], [{type: 'stop'}, {type: 'quit', isInterrupted: false}], 'stopping'],
		[['q', 'escape'], [], 'running'],
		[['ctrl+c'], [{type: 'stop'}], 'stopping'],
		[['x', 'ctrl+c', 'ctrl+c'], [{type: 'stop'}, {type: 'quit', isInterrupted: true}], 'stopping'],
	])('%j', (pressed, effects, stage) => {
		const desk = benchDesk(running);
		desk.press(...pressed);
		expect([desk.asked, desk.state().stage]).toEqual([effects, stage]);
	});

	test('a signal ends it with its report', () => {
		const desk = benchDesk(running);
		desk.send({type: 'terminate'});
		expect(desk.asked).toEqual([{type: 'stop'}, {type: 'quit', isInterrupted: true}]);
	});
});

test('at the end an open question closes, and q quits without one', () => {
	const desk = benchDesk(running);
	desk.press('x');
	desk.send({
		type: 'ended',
		result,
	});
	expect(desk.state()).toMatchObject({stage: 'ended', dialog: null, notice: {tone: 'good'}});
	desk.press('p', 'c', 'w', 'q');
	expect(desk.asked).toEqual([{type: 'quit', isInterrupted: false}]);
});

test('typing searches the help; q and Esc close it', () => {
	const desk = benchDesk(running);
	desk.press('?', 'q');
	expect(desk.state().dialog).toBe(null);
	desk.press('?', 's', 'k', 'i', 'p');
	expect(desk.state().dialog).toMatchObject({page: 'help', search: {text: 'skip'}});
	desk.press('escape', 'i', 'q');
	expect([desk.state().dialog, desk.asked]).toEqual([null, []]);
});

test('there is no cursor without rows', () => {
	expect(cursorOf([], {selected: null})).toBe(-1);
});

test.each([
	[[1, 2, 4, 8], '▁▂▃▄▅▆▇█', '▂▃▅█'],
	[[0, 0], '▁█', '▁▁'],
	[[], '▁█', ''],
	[[5, 10], '_.-=+*#@', '+@'],
])('sparkline of %j in %s', (values, levels, expected) => {
	expect(sparkline(values, levels)).toBe(expected);
});

test('a clock shows hours, minutes and seconds', () => {
	expect([0, 65_000, 3_723_000, -5].map(clock)).toEqual(['0:00', '1:05', '1:02:03', '0:00']);
});
