import {readFile, rm, stat} from 'node:fs/promises';
import {isDeepStrictEqual} from 'node:util';
import * as z from 'zod/mini';
import {Failure} from '../../failure.ts';
import {metricOutcomeShape} from '../../llm/metrics.ts';
import type {ServerWork} from '../../llm/providers/provider.ts';
import {tokensShape} from '../../llm/tokens.ts';
import {namesOf} from '../../system/by-name.ts';
import {formatRecord, newerRecord, type RecordForm, readRecord, takeRecord} from '../../system/records.ts';
import {ifShaped} from '../../system/shape.ts';
import type {Context} from '../context.ts';
import {besideReport, type ReportPlaces, reportPlaces, writeOutput} from '../report/output.ts';
import {complexities} from './data-set.ts';
import {isAnswerOutcome, type Judgement} from './judge.ts';
import type {Progress} from './progress.ts';
import type {BenchmarkOptions} from './request.ts';
import type {Sample} from './sample.ts';

/** What must be the same to resume a run. */
type SavedGround = {options: BenchmarkOptions; dataSet: string; providers: readonly string[]};

type State = {ground: SavedGround; progress: Progress};

/** The paths that a benchmark writes. */
export type Places = ReportPlaces & {state: string};

export function placesFor(output: string, cwd: string): Places {
	const places = reportPlaces(output, cwd);
	return {...places, state: besideReport(places.report, '.state.json')};
}

export const hasState = ({state}: Places) =>
	stat(state).then(
		() => true,
		() => false,
	);

/** The failure of `--resume` without an interrupted run. */
export function noState({shown}: Pick<Places, 'shown'>, cause?: NodeJS.ErrnoException): Failure {
	const why = cause && cause.code !== 'ENOENT' ? ` (${cause.code})` : '';
	const message = `No interrupted benchmark found beside ${shown}${why}.`;
	return new Failure('usage', 'no-state', message, 'Omit --resume, or pass the path of its report with --output.', {
		cause,
	});
}

/** Whether there is an interrupted run, over which another one may write. @throws {Failure} `newer-record` */
export const isStartingOver = async ({state}: Places, {log}: Pick<Context, 'log'>) =>
	(await takeRecord(state, form, log)) !== null;

export const dropState = ({state}: Places) => rm(state, {force: true});

/** @throws {Failure} `output-not-writable` */
export async function saveState({state}: Places, ground: SavedGround, progress: Progress): Promise<void> {
	await writeOutput(state, formatRecord(form.kind, {ground, progress} satisfies State));
}

/**
 * Reads the progress of the interrupted run.
 * @throws {Failure} usage `no-state`, `bad-state`; `state-changed` if it measured something else; `newer-record`
 */
export async function resumeState({state, shown}: Places, ground: SavedGround): Promise<Progress> {
	const text = await readFile(state, 'utf8').catch(cause => {
		throw noState({shown}, cause);
	});
	const found = readRecord(text, form);
	if (found.form === 'newer') throw newerRecord(state);
	if (found.form !== 'ours') {
		const message = `Cannot read the state of the interrupted benchmark: ${state}.`;
		throw new Failure('usage', 'bad-state', message, 'Omit --resume to start over.');
	}
	const saved = found.record;
	const changed = whatChanged(saved.ground, ground);
	if (changed === null) return saved.progress;
	throw new Failure(
		'usage',
		'state-changed',
		`The interrupted benchmark cannot be resumed: ${changed}.`,
		'Use the same options and data set, or omit --resume to start over.',
	);
}

const rightShape = z.nullable(z.boolean());

const stretchShape = z.object({tokens: z.number(), ms: z.number()});
const workShape: z.ZodMiniType<ServerWork> = z.object({read: stretchShape, written: stretchShape, queueMs: z.number()});

const sampleShape: z.ZodMiniType<Sample> = z.object({
	index: z.number(),
	entry: z.string(),
	complexity: z.enum(complexities),
	outcome: z.union([z.custom<Judgement['outcome']>(isAnswerOutcome), metricOutcomeShape]),
	latencyMs: z.nullable(z.number()),
	tokens: tokensShape,
	costUsd: z.number(),
	confidence: z.nullable(z.number()),
	right: z.nullable(z.object({number: rightShape, range: rightShape, type: rightShape, text: rightShape})),
	work: z.exactOptional(z.nullable(workShape)),
});

const stateShape: z.ZodMiniType<State> = z.object({
	ground: z.object({
		options: z.object({
			iterations: z.number(),
			warmUp: z.number(),
			complexity: z.enum([...complexities, 'all']),
			timeoutMs: z.number(),
			concurrency: z.number(),
		}),
		dataSet: z.string(),
		providers: z.array(z.string()),
	}),
	progress: z.object({
		startedAtMs: z.number(),
		providers: z.array(
			z.object({
				name: z.string(),
				samples: z.array(sampleShape),
				warmUp: z.object({
					requests: z.number(),
					tokens: tokensShape,
					costUsd: z.number(),
					errors: z.record(z.string(), z.number()),
				}),
				calledOff: z.object({requests: z.number(), costUsd: z.number()}),
				activeMs: z.number(),
			}),
		),
	}),
});

const form: RecordForm<State> = {kind: 'benchmark-state', read: ifShaped(stateShape)};

const words: Readonly<Record<keyof BenchmarkOptions, string>> = {
	iterations: '--iterations',
	warmUp: '--warmup',
	complexity: '--complexity',
	timeoutMs: '--timeout',
	concurrency: '--concurrency',
};

function whatChanged(then: SavedGround, now: SavedGround): string | null {
	const option = namesOf(words).find(key => then.options[key] !== now.options[key]);
	if (option) return `${words[option]} was ${then.options[option]} and is now ${now.options[option]}`;
	if (!isDeepStrictEqual(then.providers, now.providers)) {
		return `its providers were ${then.providers.join(', ')} and are now ${now.providers.join(', ')}`;
	}
	return then.dataSet === now.dataSet ? null : 'the data set has changed';
}
