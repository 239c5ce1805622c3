import {readFile, rm} from 'node:fs/promises';
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

/** Whether there is an interrupted run, over which another one may write. @throws {Failure} `newer-record` */
export const isStartingOver = async ({state}: Places, {log}: Pick<Context, 'log'>) =>
	(await takeRecord(state, form, log)) !== null;

export const dropState = ({state}: Places) => rm(state, {force: true});

/** @throws {Failure} `output-not-writable` */
export async function saveState({state}: Places, ground: State['ground'], progress: Progress): Promise<void> {
	await writeOutput(state, formatRecord(form.kind, {ground, progress} satisfies State));
}

/** The interrupted run. @throws {Failure} usage `no-state`, `bad-state`; `newer-record` */
export async function readState({state, shown}: Places): Promise<State> {
	const text = await readFile(state, 'utf8').catch((cause: NodeJS.ErrnoException) => {
		const why = cause.code === 'ENOENT' ? '' : ` (${cause.code})`;
		const message = `No interrupted benchmark found beside ${shown}${why}.`;
		const remedy = 'Omit --resume, or pass the path of its report with --output.';
		throw new Failure('usage', 'no-state', message, remedy, {cause});
	});
	const found = readRecord(text, form);
	if (found.form === 'newer') throw newerRecord(state);
	if (found.form !== 'ours') {
		const message = `Cannot read the state of the interrupted benchmark: ${state}.`;
		throw new Failure('usage', 'bad-state', message, 'Omit --resume to start over.');
	}
	return found.record;
}

/** Where the interrupted run goes on. @throws {Failure} usage `state-changed` if it measured something else */
export function resume({ground: then, progress}: State, now: State['ground']): Progress {
	const changed = whatChanged(then, now);
	if (changed === null) return progress;
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
