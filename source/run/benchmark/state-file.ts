import {readFile, rm, stat} from 'node:fs/promises';
import {isDeepStrictEqual} from 'node:util';
import * as z from 'zod/mini';
import {Failure} from '../../failure.ts';
import {namesOf} from '../../system/by-name.ts';
import {formatRecord, newerRecord, type RecordForm, readRecord, takeRecord} from '../../system/records.ts';
import {ifShaped} from '../../system/shape.ts';
import type {Context} from '../context.ts';
import {besideReport, type ReportPlaces, reportPlaces, writeOutput} from '../report/output.ts';
import {type Progress, progressShape} from './progress.ts';
import {type BenchmarkOptions, optionsShape} from './request.ts';

type State = z.infer<typeof stateShape>;

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
export async function saveState({state}: Places, ground: State['ground'], progress: Progress): Promise<void> {
	await writeOutput(state, formatRecord(form.kind, {ground, progress} satisfies State));
}

/**
 * Reads the progress of the interrupted run.
 * @throws {Failure} usage `no-state`, `bad-state`; `state-changed` if it measured something else; `newer-record`
 */
export async function resumeState({state, shown}: Places, ground: State['ground']): Promise<Progress> {
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

const stateShape = z.object({
	/** What must be the same to resume a run. */
	ground: z.object({options: optionsShape, dataSet: z.string(), providers: z.array(z.string())}),
	progress: progressShape,
});

const form: RecordForm<State> = {kind: 'benchmark-state', read: ifShaped(stateShape)};

const words: Readonly<Record<keyof BenchmarkOptions, string>> = {
	iterations: '--iterations',
	warmUp: '--warmup',
	complexity: '--complexity',
	timeoutMs: '--timeout',
	concurrency: '--concurrency',
};

function whatChanged(then: State['ground'], now: State['ground']): string | null {
	const option = namesOf(words).find(key => then.options[key] !== now.options[key]);
	if (option) return `${words[option]} was ${then.options[option]} and is now ${now.options[option]}`;
	if (!isDeepStrictEqual(then.providers, now.providers)) {
		return `its providers were ${then.providers.join(', ')} and are now ${now.providers.join(', ')}`;
	}
	return then.dataSet === now.dataSet ? null : 'the data set has changed';
}
