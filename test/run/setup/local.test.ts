import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {listOffered} from '../../../source/run/setup/model-list.ts';
import {checkChosenProvider} from '../../../source/run/setup/provider-steps.ts';
import {type PullState, pace, pull} from '../../../source/run/setup/pull.ts';
import {tryOut} from '../../../source/run/setup/trial.ts';
import {localModel} from '../../helpers/models.ts';
import {briefly, draftIn, follow, worldOf} from './world.ts';

const coder = 'qwen2.5-coder:7b';

async function setUp(...given: Parameters<typeof localModel>) {
	const server = await localModel(...given);
	const world = worldOf({LOCAL_BASE_URL: server.url});
	return {server, world, ...(await draftIn(world, 'local'))};
}

test('a server with its model is ready, and its hardware is reported', async () => {
	const {world, draft} = await setUp();
	const {told, result} = await follow(checkChosenProvider(draft, world));
	expect(briefly(result)).toBe('server ok, model ok, GPU ok');
	expect(told).toEqual(result);
	expect(result.map(({exitCode}) => exitCode)).toEqual([0, 0, 0]);
});

test('without a GPU it works, with a warning', async () => {
	const {world, draft} = await setUp({onGpu: 0});
	const {result} = await follow(checkChosenProvider(draft, world));
	expect(result.at(-1)).toMatchObject({
		id: 'GPU',
		status: 'ok',
		detail: 'GPU not detected, using CPU inference',
		remedy: expect.stringContaining('ollama serve'),
		exitCode: 0,
	});
});

test('a server that is not running has to be started outside setup', async () => {
	const {server, world, draft} = await setUp();
	await server.close();
	const {result} = await follow(checkChosenProvider(draft, world));
	expect(briefly(result)).toBe('server needs-you, model todo, GPU todo');
	expect(result[0]).toMatchObject({
		detail: expect.stringContaining('Connection refused'),
		ways: [{kind: 'elsewhere', command: 'ollama serve'}],
		exitCode: 1,
	});
});

test('an aborted check ends with the reason', async () => {
	const {server, world, draft} = await setUp();
	server.setFault('hang');
	const controller = new AbortController();
	const checks = checkChosenProvider(draft, {...world, signal: controller.signal});
	const next = checks.next();
	controller.abort(new Error('back'));
	await expect(next).rejects.toThrow('back');
});

test('another machine is refused with the way to allow it', async () => {
	const world = worldOf({LOCAL_BASE_URL: 'http://192.0.2.1:11434'});
	const {draft} = await draftIn(world, 'local');
	const {result} = await follow(checkChosenProvider(draft, world));
	expect(result[0]).toMatchObject({
		id: 'server',
		status: 'needs-you',
		remedy: expect.stringContaining('llm.allow_remote_local'),
		exitCode: 2,
	});
});

test('a missing model can be pulled, with what it takes; broken off and gone on with, then it is there', async () => {
	const {server, world, draft} = await setUp({models: [], lineMs: 5});
	const {result} = await follow(checkChosenProvider(draft, world));
	expect(briefly(result)).toBe('server ok, model needs-you, GPU todo');
	expect(result[1]!.ways).toEqual([{kind: 'pull', command: `ollama pull ${coder}`, model: coder}]);
	expect(result[1]!.remedy).toContain('8 GB VRAM');
	expect(result[1]!.remedy).toContain('about 4.7 GB');

	const cancel = new AbortController();
	const first: PullState[] = [];
	const broken = (async () => {
		for await (const state of pull(coder, draft, {...world, signal: cancel.signal})) {
			first.push(state);
			if (state.bytes > 0) cancel.abort(new Error('cancelled'));
		}
	})();
	await expect(broken).rejects.toThrow('cancelled');
	const kept = server.library.completed(coder);
	expect(kept).toBeGreaterThan(0);
	expect(server.installed()).toEqual([]);

	const {told} = await follow(pull(coder, draft, world));
	const [start, end] = [told.find(({total}) => total !== null)!, told.at(-1)!];
	expect(start.bytes).toBeGreaterThanOrEqual(first.at(-1)!.bytes);
	expect(start.rate).toBeNull();
	expect(end).toMatchObject({status: 'success', etaMs: expect.anything()});
	expect(end.bytes).toBe(end.total);
	expect(told.some(({rate}) => rate !== null && rate > 0)).toBe(true);
	expect(server.installed()).toEqual([coder]);
	expect(briefly((await follow(checkChosenProvider(draft, world))).result)).toBe('server ok, model ok, GPU ok');
});

test('a model that does not exist cannot be pulled', async () => {
	const {world, draft} = await setUp({models: []});
	await expect(follow(pull('no-such-model', draft, world))).rejects.toMatchObject({kind: 'model-missing'});
});

test('bytes downloaded before do not count for the rate', () => {
	let now = 0;
	const measure = pace(() => now);
	const at = (ms: number, completed: number, total: number | null) => {
		now = ms;
		return measure({status: 'pulling', completed, total});
	};
	expect(at(0, 0, null)).toMatchObject({rate: null, etaMs: null});
	// A first part of which half is there, then a second one that is there in full.
	expect(at(100, 500, 1000)).toMatchObject({bytes: 500, total: 1000, rate: null});
	expect(at(1100, 600, 1000)).toMatchObject({rate: 100 / 1.1, etaMs: expect.closeTo(4400)});
	expect(at(2100, 2600, 3000).rate).toBeCloseTo(100 / 2.1);
	expect(at(3100, 3000, 3000)).toMatchObject({etaMs: 0});
	// Only the last seconds count.
	expect(at(20_000, 3000, 3000)).toMatchObject({rate: null});
});

test('a download without new data for a while is told, also of a server that is silent', async () => {
	const {world, draft} = await setUp({models: [], lineMs: 60_000});
	let now = 0;
	const clock = {
		now: () => now,
		sleep: async (ms: number, signal?: AbortSignal) => {
			await setImmediate();
			signal?.throwIfAborted();
			now += ms;
		},
	};
	const leave = new AbortController();
	const told: PullState[] = [];
	const pulling = async () => {
		for await (const state of pull(coder, draft, {...world, ...clock, signal: leave.signal})) {
			told.push(state);
			if (state.idleMs >= 12_000) leave.abort(new Error('long enough'));
		}
	};
	await expect(pulling()).rejects.toThrow('long enough');
	expect(told.map(({idleMs}) => idleMs)).toEqual(Array.from({length: 12}, (_, index) => 1000 * (index + 1)));
});

test('a download is idle while nothing new comes, not while it is verified', () => {
	let now = 0;
	const measure = pace(() => now);
	const at = (ms: number, status: string, completed: number, total: number | null) => {
		now = ms;
		return measure({status, completed, total}).idleMs;
	};
	expect(at(4000, 'pulling manifest', 0, null)).toBe(0);
	expect(at(9000, 'pulling manifest', 0, null)).toBe(5000);
	expect(at(10_000, 'pulling a', 0, 100)).toBe(0);
	expect(at(25_000, 'pulling a', 0, 100)).toBe(15_000);
	expect(at(26_000, 'pulling a', 1, 100)).toBe(0);
	expect(at(30_000, 'verifying', 100, 100)).toBe(0);
	expect(at(90_000, 'verifying', 100, 100)).toBe(0);
});

test('the models to choose from are the tiers and what the server has', async () => {
	const {world, draft} = await setUp({models: [coder, 'my-own:latest']});
	const models = await listOffered(draft, world);
	expect(models.map(({name, model, isThere}) => [name, model, isThere])).toEqual([
		['7b', coder, true],
		['14b', 'qwen2.5-coder:14b', false],
		['70b', 'llama3.3:70b', false],
		['8b', 'llama3.1:8b', false],
		['3b', 'llama3.2:3b', false],
		['my-own:latest', 'my-own:latest', true],
	]);
});

test('a real question is answered, free of charge', async () => {
	const {server, world, draft} = await setUp();
	const trial = await tryOut(draft, world);
	expect(trial).toMatchObject({
		step: {id: 'request', status: 'ok', detail: `answered by ${coder}, with a usable edit`, remedy: ''},
		costUsd: 0,
		tokens: {input: expect.any(Number), output: expect.any(Number)},
	});
	expect(server.asks()).toHaveLength(1);
});

test('a model that says nothing is waited for in its own words, and asked once', async () => {
	const {server, world, draft} = await setUp({fault: ({asked}) => (asked ? 'hang' : null)});
	// Time passes once the question is there, however busy the machine is.
	const sleep = async (ms: number, signal?: AbortSignal) => {
		while (server.asks().length === 0) await world.sleep(1, signal);
		await world.sleep(ms / 200, signal);
	};
	const fast = {...world, sleep};
	const shown: (string | null)[] = [];
	const {step} = await tryOut(draft, fast, words => shown.push(words));
	expect(step).toMatchObject({
		detail: 'Worker timeout waiting for response',
		remedy: "No response within 180 s: check the provider's health, or raise llm.timeout.",
	});
	expect(shown).toContain('no word yet, 80 s');
	expect(shown.at(-1)).toBeNull();
	expect(server.asks()).toHaveLength(1);
});
