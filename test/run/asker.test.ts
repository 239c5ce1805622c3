import {setTimeout} from 'node:timers/promises';
import {describe, expect, onTestFinished, test} from 'vitest';
import {type Finding, hasCode} from '../../source/review/finding.ts';
import {readGround} from '../../source/run/analyze.ts';
import {askAbout} from '../../source/run/asking/ask-about.ts';
import {askable} from '../../source/run/asking/askable.ts';
import {type Asker, openAsker} from '../../source/run/asking/asker.ts';
import type {Refused, WaitForCircuit} from '../../source/run/asking/circuit-wait.ts';
import type {Context} from '../../source/run/context.ts';
import type {RunEvent} from '../../source/run/events.ts';
import {fold, initialState} from '../../source/run/state.ts';
import {openWorktree} from '../../source/run/worktree.ts';
import {resolveSettings} from '../../source/settings/resolve.ts';
import type {FaultName} from '../emulators/vendor/faults.ts';
import {obedient} from '../emulators/vendor/obedient.ts';
import type {AnswerOf, Emulator, SeenRequest, VendorOptions} from '../emulators/vendor/server.ts';
import {openAiModel} from '../helpers/models.ts';
import {policy} from '../helpers/proposal.ts';
import {remarks} from '../helpers/remarks.ts';
import {restarting} from '../helpers/restarting.ts';
import {eventually} from '../helpers/wait.ts';
import {type Environment, workTree} from '../helpers/work-tree.ts';

/**
 * Remarks in words on a list, and who can be asked about them.
 * @param speed so many times as fast does time pass; `worldOf`: what is different of the world
 */
async function setUp(
	environment: Environment = {},
	options: VendorOptions<string> = {},
	{
		count = 5,
		speed = 1,
		worldOf = async () => ({}),
	}: {count?: number; speed?: number; worldOf?: (service: Emulator) => Promise<Partial<Context>>} = {},
) {
	const tree = workTree();
	const service = await openAiModel(options);
	const env = {...tree.env, ...service.env, ...environment};
	const start = Date.now();
	const context: Context = {
		cwd: tree.root,
		env,
		now: () => start + (Date.now() - start) * speed,
		sleep: async (ms, signal) => {
			await setTimeout(ms / speed, undefined, signal ? {signal} : {}).catch(error => {
				throw signal?.reason ?? error;
			});
		},
		random: Math.random,
		randomId: () => 'run1',
		fetch: service.fetch,
		signal: new AbortController().signal,
		log: () => {},
		pid: process.pid,
		isAlive: () => true,
		...(await worldOf(service)),
	};
	const {values: settings} = await resolveSettings({
		command: 'review',
		cwd: tree.root,
		env,
		flags: {llmPreset: 'api-a-mini'},
		set: [`llm.timeout=${60 * Math.min(speed, 60)}`],
		configFile: null,
	});
	const run = {settings, trust: policy()};
	const request = {
		source: {from: remarks(tree, count)},
		rules: {includeResolved: false, excludeOutdated: false},
		filters: {authors: [], severity: null, paths: []},
		trustAuthors: [],
	};
	const repository = await openWorktree(context);
	const ground = (await follow(readGround(request, {isForModel: true, isShown: true, repository}, context))).result;
	const asker = openAsker(run, context);
	onTestFinished(asker.close);
	const [first, second, third] = ground.findings as [Finding, Finding, Finding];
	const ask = (finding: Finding, signal = context.signal, by: Asker = asker) =>
		follow(by.ask([finding], ground, signal));
	const askAll = (wait: WaitForCircuit | null = null, signal = context.signal) =>
		follow(asker.ask(ground.findings, ground, signal, wait));
	return {service, context, run, ground, asker, ask, askAll, first, second, third};
}

async function follow<Result>(generator: AsyncGenerator<RunEvent, Result>) {
	const told: RunEvent[] = [];
	for (;;) {
		const step = await generator.next();
		if (step.done) return {told, result: step.value};
		told.push(step.value);
	}
}

const stateAfter = (...told: RunEvent[][]) => told.flat().reduce(fold, initialState);
const warningsIn = (told: readonly RunEvent[]) =>
	told.flatMap(event => (event.type === 'warning' ? [event.warning.text] : []));

const fresh = {CR_LLM_CACHE_ENABLED: 'false'};

describe('state shared by consecutive questions', () => {
	test('the budget: what the first spent, the second cannot', async () => {
		const {ask, service, first, second} = await setUp({CR_LLM_COST_BUDGET: '0.0025'});
		const one = await ask(first);
		const other = await ask(second);
		expect(one.result[0]).toMatchObject({disposition: null, changes: [{replacement: ['ITEM 1']}]});
		expect(other.result[0]!.disposition).toMatchObject({
			outcome: 'needs-model',
			reason: expect.stringMatching(
				/^LLM cost budget exceeded: \$0\.00\d+ of \$0\.0025 used, and the next request can cost/,
			),
		});
		expect(service.asks()).toHaveLength(1);
		expect(other.told).toContainEqual(expect.objectContaining({type: 'answered', end: 'budget'}));
	});

	test('the circuit breaker: once it is open, nothing is sent', async () => {
		const environment = {CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '1', CR_LLM_RETRY_MAX_ATTEMPTS: '1'};
		const {ask, service, first, second} = await setUp(environment, {
			fault: ({asked}) => (asked ? 'server-error' : null),
		});
		await ask(first);
		const {result, told} = await ask(second);
		const open = /^(?!CircuitBreakerOpen).+; CircuitBreakerOpen: Circuit breaker is open, retry in \d+s$/;
		expect(result[0]!.disposition!.reason).toMatch(open);
		expect(service.asks()).toHaveLength(1);
		expect(told).toContainEqual(expect.objectContaining({type: 'answered', end: 'circuit'}));
		expect(stateAfter(told).model).toMatchObject({metrics: {circuits: [{state: {state: 'open'}}]}});
	});

	test('the answer: the same question is answered from what was kept', async () => {
		const {ask, service, first} = await setUp();
		const [one, other] = [await ask(first), await ask(first)];
		expect(other.result).toEqual(one.result);
		expect(one.result[0]!.changes).toMatchObject([{from: 'model', model: {provider: 'api-a', model: 'gpt-6-luna'}}]);
		expect(service.asks()).toHaveLength(1);
	});

	test('the accounts: they are those of all questions', async () => {
		const {ask, first, second} = await setUp(fresh);
		const [one, other] = [await ask(first), await ask(second)];
		const [after, later] = [stateAfter(one.told).model!, stateAfter(one.told, other.told).model!];
		expect([after, later]).toMatchObject([
			{pending: 0, metrics: {requests: 1}},
			{pending: 0, metrics: {requests: 2}},
		]);
		expect([after, later].map(({ends}) => ends.size)).toEqual([1, 2]);
		expect(later.metrics!.costUsd).toBeGreaterThan(after.metrics!.costUsd);
		expect(later.estimateUsd).toBeCloseTo(2 * after.estimateUsd!, 3);
		const spent = [after, later].map(({last}) => last!.end.costUsd);
		expect(spent[0]! + spent[1]!).toBeCloseTo(later.metrics!.costUsd, 12);
		expect(later.spent.costUsd).toBe(later.metrics!.costUsd);
	});

	test('what was checked of the provider, and what was warned of', async () => {
		const {ask, first, second, third} = await setUp({CR_LLM_RETRY_MAX_ATTEMPTS: '1'}, {fault: 'auth'});
		const told = [await ask(first), await ask(second), await ask(third)].map(asked => warningsIn(asked.told));
		expect(told).toEqual([[expect.stringContaining('key')], [], []]);
	});
});

describe('a service that stumbles', () => {
	/** Fails all questions until the first one has failed twice: for as long as two seconds with the usual waits. */
	function failForTwoSeconds(how: FaultName) {
		const failed = new Set<string>();
		let isOver = false;
		return ({asked}: SeenRequest): FaultName | null => {
			if (!asked || isOver) return null;
			isOver = failed.has(asked.body);
			failed.add(asked.body);
			return how;
		};
	}

	test.each<[FaultName, number, string]>([
		['overloaded', 1, 'true'],
		['overloaded', 8, 'true'],
		['overloaded', 8, 'false'],
		['server-error', 1, 'true'],
		['server-error', 8, 'true'],
		['cut-before-headers', 1, 'false'],
		['cut-before-headers', 8, 'true'],
	])('answers all questions: %s, %d workers, circuit breaker %s', async (fault, workers, isEnabled) => {
		const environment = {
			...fresh,
			CR_PARALLEL: 'true',
			CR_MAX_WORKERS: String(workers),
			CR_LLM_CIRCUIT_BREAKER_ENABLED: isEnabled,
		};
		const {askAll, service} = await setUp(environment, {fault: failForTwoSeconds(fault)}, {count: 12, speed: 100});
		const {result} = await askAll();
		expect(result.map(({changes}) => changes.length)).toEqual(Array(12).fill(1));
		// Those that have left together, and one retry.
		expect(service.asks().length).toBeLessThanOrEqual(12 + workers + 1);
	});

	test('answers all questions, though its server is restarted in the middle of one', async () => {
		let stop = () => {};
		let isBroken = false;
		const fault = ({asked}: SeenRequest): null => {
			if (asked && !isBroken) stop();
			isBroken ||= asked !== null;
			return null;
		};
		const said: string[] = [];
		const {askAll, service} = await setUp(
			fresh,
			{fault},
			{
				speed: 100,
				async worldOf({url}) {
					const way = await restarting(url);
					({stop} = way);
					return {
						fetch: (input, init) => {
							const {pathname} = new URL(String(input));
							return globalThis.fetch(`${way.url}${pathname}`, init);
						},
						log: (level, message) => {
							if (level !== 'INFO' || !message.includes('; retrying in ')) return;
							// It is there again before the second retry.
							if (said.push(message) === 2) void way.start();
						},
					};
				},
			},
		);
		const {result} = await askAll();
		expect(result.map(({changes}) => changes.length)).toEqual(Array(5).fill(1));
		expect(said).toEqual([expect.stringContaining('broke'), expect.stringMatching(/refused|reach/i)]);
		expect(service.asks()).toHaveLength(6);
	});
});

describe('a circuit that opened', () => {
	const waiting = {...fresh, CR_LLM_WAIT_FOR_CIRCUIT: 'true'};

	/** Fails so many questions that come, and no later ones. */
	const failFirst =
		(count: number) =>
		({asked}: SeenRequest): FaultName | null =>
			asked && count-- > 0 ? 'overloaded' : null;

	const withinAMinute = expect.toSatisfy((ms: number) => ms > 0 && ms <= 60_000);

	const answersIn = (result: readonly Finding[]) => result.map(({changes}) => changes.length);
	const waitsIn = (told: readonly RunEvent[]) => told.filter(({type}) => type === 'wait');

	test('leaves its questions unanswered, with the reason of the service', async () => {
		const {askAll, service} = await setUp(fresh, {fault: failFirst(5)}, {speed: 100});
		const {result, told} = await askAll();
		expect(answersIn(result)).toEqual([0, 0, 0, 0, 0]);
		expect(service.asks()).toHaveLength(5);
		expect(waitsIn(told)).toEqual([]);
		expect(warningsIn(told)).toEqual([
			expect.not.stringContaining('CircuitBreakerOpen'),
			expect.stringMatching(/^CircuitBreakerOpen: Circuit breaker is open, retry in \d+s\. /),
		]);
	});

	test('is waited for once if the setting says so, visibly, and its questions are asked again', async () => {
		const {askAll, service} = await setUp(waiting, {fault: failFirst(5)}, {speed: 100});
		const {result, told} = await askAll();
		// The first one had its three attempts.
		expect(answersIn(result)).toEqual([0, 1, 1, 1, 1]);
		expect(service.asks()).toHaveLength(9);
		expect(waitsIn(told)).toEqual([{type: 'wait', reason: 'the circuit breaker is open', ms: withinAMinute}]);
		const again = told.findIndex(({type}) => type === 'asking-again');
		expect(told[again]).toEqual({type: 'asking-again', questions: 4, questionMs: null, workers: 1});
		expect(stateAfter(told.slice(0, again)).model!.pending).toBe(0);
		expect(stateAfter(told.slice(0, again + 1)).model!.pending).toBe(4);
		expect(stateAfter(told).model!.ends).toEqual(
			new Map(result.map(({id}, index) => [id, index ? 'replied' : 'service'])),
		);
	});

	test('is not waited for a second time', async () => {
		// Slow enough that a busy machine cannot be a cooldown late.
		const {askAll, service} = await setUp(waiting, {fault: failFirst(1000)}, {speed: 20});
		const {result, told} = await askAll();
		expect(answersIn(result)).toEqual([0, 0, 0, 0, 0]);
		expect(service.asks()).toHaveLength(6);
		expect(waitsIn(told)).toHaveLength(1);
	});

	test('is not waited for where that takes longer than five minutes', async () => {
		// Its clock goes on while the answers before come: a second is ten milliseconds.
		const environment = {...waiting, CR_LLM_CIRCUIT_BREAKER_COOLDOWN: '86400'};
		const {askAll, service} = await setUp(environment, {fault: failFirst(1000)}, {speed: 100});
		const {told} = await askAll();
		expect([service.asks().length, waitsIn(told)]).toEqual([5, []]);
	});

	test('is waited for as often as a person says so', async () => {
		const {askAll, service} = await setUp(fresh, {fault: failFirst(6)}, {speed: 100});
		const offers: Refused[] = [];
		const {result} = await askAll(async refused => offers.push(refused) < 3);
		expect(answersIn(result)).toEqual([0, 1, 1, 1, 1]);
		expect(service.asks()).toHaveLength(10);
		const reason = expect.stringMatching(/; CircuitBreakerOpen: /);
		expect(offers).toEqual([
			{findings: 4, ms: withinAMinute, reason},
			{findings: 4, ms: withinAMinute, reason},
		]);
	});

	test('is not waited for after a no', async () => {
		const {askAll, service} = await setUp(waiting, {fault: failFirst(1000)}, {speed: 100});
		const {told} = await askAll(async () => false);
		expect([service.asks().length, waitsIn(told)]).toEqual([5, []]);
	});

	test('is waited for until an abort', async () => {
		const {askAll, service} = await setUp(
			{...waiting, CR_LLM_CIRCUIT_BREAKER_COOLDOWN: '299'},
			{fault: failFirst(1000)},
			{speed: 20},
		);
		const off = new AbortController();
		const asked = askAll(async () => {
			setImmediate(() => off.abort(new Error('enough')));
			return true;
		}, off.signal);
		await expect(asked).rejects.toThrow('enough');
		expect(service.asks()).toHaveLength(5);
	});
});

describe('asking again', () => {
	const unclear = {explanation: 'It could mean two things.', verdict: 'cannot-tell', changes: [], confidence: 0.9};

	test('about what the model found unclear is a new question', async () => {
		const {ask, service, first} = await setUp({}, {answer: () => unclear});
		const {result} = await ask(first);
		expect(result[0]).toMatchObject({disposition: {outcome: 'needs-person'}, explanation: unclear.explanation});
		const again = askable(result[0]!);
		await ask(again);
		expect(service.asks()).toHaveLength(2);
		await ask(again);
		expect(service.asks()).toHaveLength(2);
	});

	/** The model was shown only some of the places that the remark names, and proposed code for these. */
	async function answeredInPart(options: VendorOptions<string>) {
		const setup = await setUp(fresh, options);
		const [one] = (await setup.ask(setup.first)).result;
		if (!hasCode(one!)) throw new Error('no code');
		const part: Finding = {...one, disposition: {outcome: 'needs-person', reason: 'look at b.txt'}};
		return {...setup, part};
	}

	test('about what was answered in part takes the new answer', async () => {
		let isFirst = true;
		const answer: AnswerOf = request => {
			if (!isFirst) return unclear;
			isFirst = false;
			return obedient(request);
		};
		const {ask, part} = await answeredInPart({answer});
		const [result] = (await ask(askable(part))).result;
		expect(result).toMatchObject({
			changes: [],
			disposition: {outcome: 'needs-person'},
			explanation: unclear.explanation,
		});
	});

	test('about what was answered in part keeps its code if there is no answer', async () => {
		const {ask, service, part} = await answeredInPart({});
		service.setFault('auth');
		const [result] = (await ask(askable(part))).result;
		expect(result).toMatchObject({changes: part.changes, disposition: {outcome: 'needs-model'}});
	});
});

describe('an abort', () => {
	test('ends the question with its reason; the next one is answered, and what the first held is spent', async () => {
		const {ask, service, first, second} = await setUp(fresh, {fault: ({asked}) => (asked ? 'hang' : null)});
		const controller = new AbortController();
		const asked = ask(first, controller.signal);
		const reason = new Error('enough');
		await eventually(() => expect(service.asks()).toHaveLength(1));
		controller.abort(reason);
		await expect(asked).rejects.toBe(reason);
		service.setFault(null);
		const {result, told} = await ask(second);
		expect(result[0]!.changes).toHaveLength(1);
		const {requests, budget} = stateAfter(told).model!.metrics!;
		expect(requests).toBe(2);
		expect(budget.settledUsd).toBeGreaterThan(0.001);
	});
});

test('settings that cannot work fail each question, and nothing has to be closed', async () => {
	const {run, context, ask, first} = await setUp();
	const wrong = {...run.settings, llmProvider: null};
	const nobody = openAsker({...run, settings: wrong}, context);
	for (let time = 0; time < 2; time++) {
		await expect(ask(first, context.signal, nobody)).rejects.toMatchObject({code: 'no-provider'});
	}
	await nobody.close();
});

test('a run without an app asks once and closes: all findings come back, in their order', async () => {
	const {run, context, ground, service} = await setUp();
	const {result, told} = await follow(askAbout(ground.findings, ground, run, context));
	expect(result.map(({id}) => id)).toEqual(ground.findings.map(({id}) => id));
	expect(result.map(({changes}) => changes[0]?.replacement)).toEqual([1, 2, 3, 4, 5].map(line => [`ITEM ${line}`]));
	expect(told.filter(({type}) => type === 'answered')).toHaveLength(5);
	expect(service.asks()).toHaveLength(5);
});
