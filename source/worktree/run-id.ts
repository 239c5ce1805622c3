import {join} from 'node:path';
import {Failure, type Way} from '../failure.ts';
import {newerRecord} from '../system/records.ts';
import type {BrokenRun, Run, RunRecord} from './run-record.ts';

type AnyRun = Run | BrokenRun;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** `20261121-103000-ab12`: in UTC, so that ids sort by time in every time zone. */
export function runIdOf(now: number, randomId: string): string {
	const digits = digitsOf(new Date(now).toISOString());
	return `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${randomId}`;
}

/** When a run began by its id, in milliseconds since the epoch; null for an id of another form. */
export function startOfRun(id: string): number | null {
	const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-/.exec(id) ?? [];
	const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
	return Number.isNaN(time) ? null : time;
}

/** What an id was made of; null for a text of another form. It may come from elsewhere, and names a folder. */
export function readRunId(id: string): {now: number; randomId: string} | null {
	const now = startOfRun(id);
	const [, randomId] = /-([a-z0-9]{1,40})$/.exec(id) ?? [];
	return now !== null && randomId !== undefined && runIdOf(now, randomId) === id ? {now, randomId} : null;
}

/** The same for an id that was read before. @throws {Error} for a text of another form */
export function partsOfRunId(id: string): {now: number; randomId: string} {
	const parts = readRunId(id);
	if (!parts) throw new Error(`${id} is not the id of a run`);
	return parts;
}

/** Ids of runs in the same second have no order, so the record's time is used if there is one. */
const timeOf = (run: AnyRun) => digitsOf('time' in run ? run.time : run.id.slice(0, 15));

export const newestFirst = (a: AnyRun, b: AnyRun) => timeOf(b).localeCompare(timeOf(a)) || b.id.localeCompare(a.id);

/** The run with this id, or those whose ids start with it. */
export function matchingRuns<Named extends {id: string}>(all: readonly Named[], wanted: string): Named[] {
	const exact = all.filter(run => run.id === wanted);
	return exact.length > 0 ? exact : all.filter(run => wanted !== '' && run.id.startsWith(wanted));
}

/**
 * The run with this id, or the only one whose id starts with it.
 *
 * @throws {Failure} `unknown-run`, `ambiguous-run`
 */
export function findRun<Named extends {id: string}>(all: readonly Named[], wanted: string): Named {
	const [run, ...others] = matchingRuns(all, wanted);
	if (!run) throw new Failure('usage', 'unknown-run', `There is no run ${wanted}.`, 'See: pr-resolve runs');
	if (others.length === 0) return run;
	throw new Failure(
		'usage',
		'ambiguous-run',
		`Several run ids start with ${wanted}: ${[run, ...others].map(({id}) => id).join(', ')}`,
		'Type more characters of the id.',
	);
}

/** Whether a newer version has recorded a run, which this one can only name. */
export const isOfNewerVersion = (run: AnyRun): run is BrokenRun => run.state === 'broken' && run.form === 'newer';

/** The run if its record is readable. @throws {Failure} `broken-run`, `newer-record` */
export function readable<T extends RunRecord>(run: T | BrokenRun, folder: string): T {
	if (!('reason' in run)) return run;
	if (run.form === 'newer') throw newerRecord(`the record of run ${run.id}`);
	const remedy = `Delete the folder if you do not need it: ${join(folder, run.id)}`;
	throw new Failure('failed', 'broken-run', `The run ${run.id} cannot be used: ${run.reason}.`, remedy);
}

/** The command that finishes a run which was interrupted, or undone in part. @param id null: the only one */
export const continueCommand = (id: string | null) => `pr-resolve apply --continue${id === null ? '' : ` ${id}`}`;

export const continuing = (id: string | null): Way => ({kind: 'continue', command: continueCommand(id)});

export const undoing = (id: string): Way => ({kind: 'undo', command: `pr-resolve undo ${id}`});

/** `run 20261121-1030-ab12`, or several of them. */
export const nameRuns = (ids: readonly string[]): string => `${ids.length === 1 ? 'run' : 'runs'} ${ids.join(', ')}`;
