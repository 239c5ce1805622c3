import {readFile, rm, stat} from 'node:fs/promises';
import {isDeepStrictEqual} from 'node:util';
import {Failure} from '../../failure.ts';
import {isMetricOutcome} from '../../llm/metrics.ts';
import type {ServerWork, Stretch} from '../../llm/providers/provider.ts';
import {isTokens} from '../../llm/tokens.ts';
import {formatRecord, newerRecord, type RecordForm, readRecord, takeRecord} from '../../system/records.ts';
import {
	hasFields,
	ifShaped,
	isBoolean,
	isEither,
	isListOf,
	isNumber,
	isOneOf,
	isRecordOf,
	isText,
	orNull,
} from '../../system/shape.ts';
import type {Context} from '../context.ts';
import {complexities} from './data-set.ts';
import {isAnswerOutcome, type Judgement} from './judge.ts';
import {type Places, writeOutput} from './output.ts';
import type {Aside, Progress, ProviderProgress} from './progress.ts';
import type {BenchmarkOptions} from './request.ts';
import type {Sample} from './sample.ts';

/** What must be the same to resume a run. */
type SavedGround = {options: BenchmarkOptions; dataSet: string; providers: readonly string[]};

type State = {ground: SavedGround; progress: Progress};

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

const isRight = orNull(isBoolean);

const isStretch = hasFields<Stretch>({tokens: isNumber, ms: isNumber});
const isWork = hasFields<ServerWork>({read: isStretch, written: isStretch, queueMs: isNumber});

const isSample = hasFields<Sample>({
	index: isNumber,
	entry: isText,
	complexity: isOneOf(...complexities),
	outcome: isEither(isAnswerOutcome, isMetricOutcome),
	latencyMs: orNull(isNumber),
	tokens: isTokens,
	costUsd: isNumber,
	confidence: orNull(isNumber),
	right: orNull(hasFields<Judgement['right']>({number: isRight, range: isRight, type: isRight, text: isRight})),
	work: isEither(isOneOf(undefined), orNull(isWork)),
});

const isState = hasFields<State>({
	ground: hasFields<SavedGround>({
		options: hasFields<BenchmarkOptions>({
			iterations: isNumber,
			warmUp: isNumber,
			complexity: isOneOf(...complexities, 'all'),
			timeoutMs: isNumber,
			concurrency: isNumber,
		}),
		dataSet: isText,
		providers: isListOf(isText),
	}),
	progress: hasFields<Progress>({
		startedAtMs: isNumber,
		providers: isListOf(
			hasFields<ProviderProgress>({
				name: isText,
				samples: isListOf(isSample),
				warmUp: hasFields<Aside>({
					requests: isNumber,
					tokens: isTokens,
					costUsd: isNumber,
					errors: isRecordOf(isNumber),
				}),
				calledOff: hasFields<ProviderProgress['calledOff']>({requests: isNumber, costUsd: isNumber}),
				activeMs: isNumber,
			}),
		),
	}),
});

const form: RecordForm<State> = {kind: 'benchmark-state', read: ifShaped(isState)};

const words: Readonly<Record<keyof BenchmarkOptions, string>> = {
	iterations: '--iterations',
	warmUp: '--warmup',
	complexity: '--complexity',
	timeoutMs: '--timeout',
	concurrency: '--concurrency',
};

function whatChanged(then: SavedGround, now: SavedGround): string | null {
	const option = (Object.keys(words) as (keyof BenchmarkOptions)[]).find(key => then.options[key] !== now.options[key]);
	if (option) return `${words[option]} was ${then.options[option]} and is now ${now.options[option]}`;
	if (!isDeepStrictEqual(then.providers, now.providers)) {
		return `its providers were ${then.providers.join(', ')} and are now ${now.providers.join(', ')}`;
	}
	return then.dataSet === now.dataSet ? null : 'the data set has changed';
}
