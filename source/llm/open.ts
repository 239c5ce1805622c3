import type {Settings} from '../settings/table.ts';
import {openStore} from '../store/store.ts';
import type {Clock} from '../system/clock.ts';
import type {LogLevel} from '../system/log-levels.ts';
import {waitAtMost} from '../system/unless-aborted.ts';
import {type AskInTurn, askInTurn, type FallbackCandidate} from './fallback.ts';
import type {Guard, Stop} from './guard.ts';
import {cacheFolder, createAnswerStore} from './guards/answer-store.ts';
import {attemptTimes} from './guards/attempt.ts';
import {createBudget} from './guards/budget.ts';
import {chosenLedger, type LedgerChoice} from './guards/chosen-ledger.ts';
import {type Circuits, createCircuits} from './guards/circuit.ts';
import {type AnswerProgress, openServerJobs} from './guards/server-jobs.ts';
import {type SharedAnswers, sharedAnswers} from './guards/shared-answers.ts';
import {slots} from './guards/slots.ts';
import type {TimeFlags} from './guards/timeout.ts';
import {lifecycleWarning} from './lifecycle.ts';
import {maskSecrets, noMask} from './mask/mask.ts';
import {createMeter, type MeterOptions} from './meter.ts';
import {requestLine} from './metrics.ts';
import {type GuardOptions, guarded, type Shared} from './pipeline.ts';
import {meansModel, priceOf, readPrice, usualCost} from './prices.ts';
import type {ModelRequest, ProviderCheck, ProviderOptions} from './providers/provider.ts';
import {type ModelChoice, openProvider, type Provider} from './providers/registry.ts';
import type {ModelTrouble} from './providers/trouble.ts';
import {cachingOf} from './question/share.ts';
import {type SelectedProvider, selectProviders} from './select.ts';
import {measure, openSpeeds} from './speeds.ts';
import {follow} from './under-way.ts';

export type ModelSettings = Settings & LedgerChoice;

export type World = Clock &
	Pick<ProviderOptions, 'env' | 'fetch'> & {
		log: (level: LogLevel, message: string) => void;
		/** A fresh short random text. */
		randomId: () => string;
		pid: number;
		isAlive: (pid: number) => boolean;
	};

export type Watcher = Pick<GuardOptions, 'isGood'> & {
	/** For a command whose flags differ from those of `apply`. */
	timeFlags?: TimeFlags;
	onCheck: (provider: Provider, check: ProviderCheck) => void;
	/** The next provider is used instead; null: there is none left. */
	onTurn: (from: ModelChoice, to: ModelChoice | null, why: Stop | ModelTrouble) => void;
	/** Requests were sent at once, but the server answers them one after the other. */
	onSerial: (provider: Provider, workers: number) => void;
	/** Called after every change of the figures, often: throttle what it draws. */
	onMetrics: () => void;
	/** Called at least each second while an answer arrives bit by bit or a model is loaded; null when that is over. */
	onAnswering: (progress: AnswerProgress | null) => void;
};

export type Models = Awaited<ReturnType<typeof openModels>>;

/** An open circuit with no more time left than this is waited for, once. */
const longestCoolingMs = 10_000;

/** Longer than it takes to kill a program that ignores the first signal. */
const longestEndMs = 3000;

/**
 * Opens the providers that the settings name and puts the guards before them: everything that is between a run and its models.
 * @throws {Failure} usage, for settings that cannot work
 */
export async function openModels(settings: ModelSettings, world: World, watcher: Watcher) {
	const selected = await selectProviders(settings, world);
	const given = settings.price.map(readPrice);
	const speeds = openSpeeds(world.env, world.log);
	const workers = settings.parallel ? settings.maxWorkers : 1;
	const open = async ({provider: id, options}: SelectedProvider) => {
		const provider = await openProvider(id, options);
		const warning = lifecycleWarning(provider, options.baseUrl, world.now());
		if (warning) world.log('WARNING', warning);
		const price = priceOf(provider, given, options.baseUrl);
		const onSerial = () => watcher.onSerial(provider, workers);
		const {provider: measured, ...pace} = measure(provider, {speeds, workers, onSerial});
		return {...follow(measured), ...pace, price};
	};
	const opened: Awaited<ReturnType<typeof open>>[] = [];
	for (const one of selected) opened.push(await open(one));
	const asked = opened.map(({provider}) => provider);
	for (const {model} of given.filter(({model}) => !asked.some(provider => meansModel(model, provider)))) {
		world.log('WARNING', `llm.price is set for ${model}, but no request uses that model.`);
	}
	const shared = openShared(settings, {workers, longestCoolingMs}, world, watcher);
	if (!settings.breakerEnabled) world.log('WARNING', 'The circuit breaker is turned off, which is not recommended.');
	const candidates = opened.map(({provider, price}) => {
		const onCheck = (check: ProviderCheck) => watcher.onCheck(provider, check);
		const begin = guarded(provider, shared, {
			price,
			isGood: watcher.isGood,
			onCheck,
			attempts: settings.retryMaxAttempts,
			isRetryWanted: ({kind}) => (kind === 'rate-limit' ? settings.retryOnRateLimit : settings.retry),
			times: attemptTimes(settings, settings.llmTimeout * 1000, watcher.timeFlags),
		});
		return {choice: provider, begin};
	});
	const [first] = opened;
	if (!first) throw new Error('no provider was opened');
	const {provider, price} = first;
	return {
		/** The first one is used as long as possible. */
		providers: asked as [Provider, ...Provider[]],
		/** Begins an asking: see `guarded`. */
		begin(): AskInTurn {
			const begun = candidates.map(({choice, begin}): FallbackCandidate => ({choice, ask: begin()}));
			return askInTurn(begun as [FallbackCandidate, ...FallbackCandidate[]], watcher.onTurn);
		},
		/** Masks what must not be sent to any of the providers. */
		mask: opened.every(({provider: {isLocal}}) => isLocal) ? noMask : maskSecrets,
		/** How the first provider keeps the beginnings of requests; null where it is not to be relied on. */
		caching: price && provider.smallestKeptHead ? cachingOf(price, provider.smallestKeptHead) : null,
		/** US dollars that requests to the first provider will cost, about; null where its price is not known. */
		estimate: (requests: readonly ModelRequest[]) => {
			if (!price) return null;
			return requests.reduce((sum, request) => sum + usualCost(price, provider.sizeOf(request)), 0);
		},
		/** How many requests are sent at once. */
		workers,
		/** How fast the first provider is, by the answers so far or those of an earlier run; null if it is unknown. */
		speed: first.speed,
		avoided: shared.meter.avoided,
		metrics: shared.meter.snapshot,
		/** Milliseconds until the first open circuit lets a request through; 0 if none is open. */
		openForMs: () => openForMs(shared.circuits),
		/** The run is over; waits for what a provider still has under way, but not for long. */
		async close() {
			await waitAtMost(longestEndMs, Promise.all(opened.map(({ended}) => ended())), world);
			await shared.budget.close();
			shared.sharedAnswers?.close();
			await Promise.all(opened.map(({keep}) => keep()));
		},
	};
}

/**
 * @param longestCoolingMs an open circuit with no more time left than this is waited for, once; 0 for never
 * @param stopwatch measures requests, in milliseconds. Default: the clock of the world
 */
export function openShared(
	settings: ModelSettings,
	{workers, longestCoolingMs, stopwatch}: {workers: number; longestCoolingMs: number; stopwatch?: () => number},
	world: World,
	{onMetrics: onChange, onAnswering, onRow}: Pick<Watcher, 'onMetrics' | 'onAnswering'> & Pick<MeterOptions, 'onRow'>,
): Shared {
	const {env, now, tick = now, sleep, random, log} = world;
	const clock = {now, tick, sleep, random};
	// What lasts some seconds here is not longer or shorter because the clock is set.
	const ticking = {now: tick, sleep, random};
	const ledger = chosenLedger(settings, world);
	const budget = createBudget({limitUsd: settings.costBudget, ledger, clock, log, onChange});
	const rules = settings.breakerEnabled
		? {
				threshold: settings.breakerThreshold,
				cooldownMs: settings.breakerCooldown * 1000,
				longestWaitMs: longestCoolingMs,
			}
		: null;
	const circuits = createCircuits({rules, clock: ticking, log, onChange});
	const folder = settings.cacheEnabled ? cacheFolder(env) : null;
	const waiting: Guard = slots(workers);
	return {
		budget,
		slots: waiting,
		store: folder === null ? null : createAnswerStore({folder, now, log}),
		sharedAnswers: openSharedAnswers(settings, world),
		circuits,
		meter: createMeter({
			...{budget, circuits, onChange},
			clock: {...clock, tick: stopwatch ?? tick},
			onRow(row, request) {
				log('DEBUG', requestLine(row));
				onRow?.(row, request);
			},
		}),
		jobs: openServerJobs(onAnswering),
		clock: ticking,
		log,
	};
}

function openForMs({states}: Circuits): number {
	const left = states().flatMap(({state}) => (state.state === 'open' ? [state.remainingMs] : []));
	return left.length === 0 ? 0 : Math.min(...left);
}

function openSharedAnswers({cacheEnabled, storeUrl, storeKey}: Settings, world: World): SharedAnswers | null {
	if (!cacheEnabled || storeKey === null) return null;
	if (storeUrl !== null) return sharedAnswers({store: openStore(storeUrl, world), key: storeKey, ...world});
	world.log('WARNING', 'store_key has no effect without store_url.');
	return null;
}
