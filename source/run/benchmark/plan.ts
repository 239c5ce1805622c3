import {resolve} from 'node:path';
import {Failure} from '../../failure.ts';
import {maskSecrets, noMask} from '../../llm/mask/mask.ts';
import {usualCost} from '../../llm/prices.ts';
import type {Context} from '../context.ts';
import {withEvents} from '../generators.ts';
import {checkOutput} from '../report/output.ts';
import {type Task, tasksFor} from './ask-about.ts';
import type {DataSet} from './data-set.ts';
import type {BenchmarkEvent, SkippedProvider} from './events.ts';
import {dataSetOf} from './from-pull-request.ts';
import {detectHardware, type Hardware} from './hardware.ts';
import {type Contender, openLineup} from './lineup.ts';
import {loadDataSet} from './load-data-set.ts';
import type {Progress} from './progress.ts';
import type {BenchmarkOptions, BenchmarkRequest} from './request.ts';
import {isStartingOver, type Places, placesFor, readState, resume} from './state-file.ts';

export type Entrant = Contender & {tasks: readonly Task[]};

/** A benchmark that is ready to begin; nothing has been sent. */
export type BenchmarkPlan = {
	request: BenchmarkRequest;
	dataSet: DataSet;
	entrants: readonly Entrant[];
	leftOut: readonly SkippedProvider[];
	hardware: Hardware;
	notes: readonly string[];
	places: Places;
	/** The progress of the interrupted run; null for a new one. */
	before: Progress | null;
	/** Remaining requests, including warm-up. */
	requests: number;
	/** Pay-per-use requests among them, and their estimated cost. */
	paid: {requests: number; estimateUsd: number};
};

/**
 * Prepares a benchmark and checks everything that it needs. Sends nothing that costs money.
 * @throws {Failure} usage `output-not-writable`, `no-data-set`, `bad-data-set`, `no-state`, `state-changed`, and those of the
 * names of providers; `no-usable-provider`; those of the code host
 */
export const planBenchmark = (request: BenchmarkRequest, context: Context) =>
	withEvents<BenchmarkEvent, BenchmarkPlan>(
		(emit, signal) => planProviders(request, {...context, signal}, emit),
		context.signal,
	);

async function planProviders(
	request: BenchmarkRequest,
	context: Context,
	emit: (event: BenchmarkEvent) => void,
): Promise<BenchmarkPlan> {
	const {options, settings, machine, providers} = request;
	const places = placesFor(request.output, context.cwd);
	await checkOutput(places);
	// Read before the providers are checked, because it is faster.
	const interrupted = request.resume ? await readState(places) : null;
	const dataSet = await openDataSet(request, context);
	const hardware = detectHardware(machine, context);
	// Awaited below. If planning fails before that, its error must not be an unhandled rejection.
	hardware.catch(() => {});
	const {contenders, leftOut} = await openLineup(providers, settings, emit, context);
	const notes = new Set(dataSet.notes);
	const entrants: Entrant[] = [];
	for (const contender of contenders) {
		const {tasks, notes: more} = await tasksFor(dataSet, contender.provider.isLocal ? noMask : maskSecrets);
		for (const note of more) notes.add(note);
		if (tasks.length === 0) throw nothingToAsk(dataSet.source, more);
		entrants.push({...contender, tasks});
	}
	const names = entrants.map(({name}) => name);
	const before = interrupted && resume(interrupted, {options, dataSet: dataSet.hash, providers: names});
	if (!interrupted && (await isStartingOver(places, context))) {
		notes.add('This benchmark starts over. To continue the interrupted one, use --resume.');
	}
	for (const text of notes) emit({type: 'note', text});
	// For the report; screens show the banner themselves.
	const told = request.banner === undefined ? [...notes] : [request.banner, ...notes];
	const plan = {request, dataSet, entrants, leftOut, hardware: await hardware, notes: told, places, before};
	return {...plan, ...remainingWork(options, entrants, before)};
}

function remainingWork({iterations, warmUp}: BenchmarkOptions, entrants: readonly Entrant[], before: Progress | null) {
	const all = {requests: 0, paid: {requests: 0, estimateUsd: 0}};
	for (const entrant of entrants) {
		const done = before?.providers.find(({name}) => name === entrant.name)?.samples.length ?? 0;
		const requests = done < iterations ? iterations - done + warmUp : 0;
		all.requests += requests;
		if (entrant.price) all.paid.requests += requests;
		all.paid.estimateUsd += requests * meanCost(entrant);
	}
	return all;
}

/** Estimated US dollars for one request. */
function meanCost({provider, price, tasks}: Entrant): number {
	if (!price) return 0;
	const costs = tasks.map(({request}) => usualCost(price, provider.sizeOf(request)));
	return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

/** @throws {Failure} usage `no-data-set`, `bad-data-set`, `empty-data-set`; of the code host */
async function openDataSet({dataSet, options, machine}: BenchmarkRequest, context: Context): Promise<DataSet> {
	const {complexity} = options;
	if (dataSet === null) return loadDataSet(machine.ownDataSet, 'the sample comments of pr-resolve', complexity);
	if ('file' in dataSet) return loadDataSet(resolve(context.cwd, dataSet.file), dataSet.file, complexity);
	const made = await dataSetOf(dataSet.pullRequest, complexity, context);
	if (made.entries.length === 0) throw nothingToAsk(made.source, made.notes);
	return made;
}

function nothingToAsk(source: string, notes: readonly string[]): Failure {
	const message = [`No usable entries in ${source}.`, ...notes].join(' ');
	return new Failure('usage', 'empty-data-set', message, 'Choose another data set or another --complexity.');
}
