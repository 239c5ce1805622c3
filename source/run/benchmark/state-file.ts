import {readFile, rm, stat} from 'node:fs/promises';
import {isDeepStrictEqual} from 'node:util';
import {Failure} from '../../failure.ts';
import {type Places, replaceFile} from './output.ts';
import type {Progress} from './progress.ts';
import type {BenchmarkOptions} from './request.ts';

/** What must be the same for a run to go on. */
export type Ground = {options: BenchmarkOptions; dataSet: string; providers: readonly string[]};

type State = {schema: typeof schema; ground: Ground; progress: Progress};

const schema = 'pr-resolve/benchmark-state@2';

export const hasState = ({state}: Places) =>
	stat(state).then(
		() => true,
		() => false,
	);

/** The end of a run that was to go on with another, and there is none. */
export function noState({shown}: Pick<Places, 'shown'>, cause?: NodeJS.ErrnoException): Failure {
	const why = cause && cause.code !== 'ENOENT' ? ` that can be read (${cause.code})` : '';
	const message = `There is no interrupted benchmark beside ${shown}${why}.`;
	return new Failure('usage', 'no-state', message, 'Leave out --resume, or name its report with --output.', {cause});
}

export const dropState = ({state}: Places) => rm(state, {force: true});

/** @throws {Failure} `output-not-writable` */
export async function saveState({state}: Places, ground: Ground, progress: Progress): Promise<void> {
	await replaceFile(state, `${JSON.stringify({schema, ground, progress} satisfies State)}\n`);
}

/**
 * What an interrupted run has done.
 * @throws {Failure} usage `no-state`, `bad-state`; `state-changed` where it measured something else
 */
export async function resumeState({state, shown}: Places, ground: Ground): Promise<Progress> {
	const text = await readFile(state, 'utf8').catch(cause => {
		throw noState({shown}, cause);
	});
	const saved = parse(text);
	if (!saved) {
		const message = `The state of the interrupted benchmark cannot be read: ${state}.`;
		throw new Failure('usage', 'bad-state', message, 'Leave out --resume to begin anew.');
	}
	const changed = whatChanged(saved.ground, ground);
	if (changed === null) return saved.progress;
	throw new Failure(
		'usage',
		'state-changed',
		`The interrupted benchmark measured something else: ${changed}.`,
		'Give the same options and data set as then, or leave out --resume to begin anew.',
	);
}

function parse(text: string): State | null {
	try {
		const value = JSON.parse(text) as Partial<State> | null;
		return value?.schema === schema && value.ground && Array.isArray(value.progress?.providers)
			? (value as State)
			: null;
	} catch {
		return null;
	}
}

const words: Readonly<Record<keyof BenchmarkOptions, string>> = {
	iterations: '--iterations',
	warmUp: '--warmup',
	complexity: '--complexity',
	timeoutMs: '--timeout',
	concurrency: '--concurrency',
};

function whatChanged(then: Ground, now: Ground): string | null {
	const option = (Object.keys(words) as (keyof BenchmarkOptions)[]).find(key => then.options[key] !== now.options[key]);
	if (option) return `${words[option]} was ${then.options[option]} and is ${now.options[option]}`;
	if (!isDeepStrictEqual(then.providers, now.providers)) {
		return `its providers were ${then.providers.join(', ')}, and are ${now.providers.join(', ')}`;
	}
	return then.dataSet === now.dataSet ? null : 'the data set is another one';
}
