import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {Failure} from '../../failure.ts';
import {recordingOf} from '../../github/recording.ts';
import type {PullRequest} from '../../review/comment.ts';
import {ifSystemError} from '../../system/errors.ts';
import {acquireLock} from '../../system/lock.ts';
import {openRecord, type RecordFile, type RecordForm} from '../../system/records.ts';
import type {Context} from '../context.ts';

/** What is kept of a pull request, in a folder beside the records of runs. */
export type KeptForm<T> = RecordForm<T> & {
	/** What it is called where it cannot be kept, and the failure then. Default: it is not missed. */
	unkept?: {code: 'decisions-unwritable' | 'filter-unwritable' | 'replies-unwritable'; what: string; remedy: string};
};

type Alone = Pick<Context, 'now' | 'sleep' | 'signal' | 'pid' | 'isAlive'>;

export type KeptFile<T> = RecordFile<T> & {
	/** Does work that keeps what it has taken as the only process, and waits for another one. @throws {Failure} `locked` after some seconds */
	alone: <Result>(work: () => Promise<Result>, context: Alone) => Promise<Result>;
};

/** @param records absolute path of the folder with the records of runs */
export function openKept<T extends object>(
	form: KeptForm<T>,
	records: string,
	pullRequest: PullRequest,
	{log}: Pick<Context, 'log'>,
): KeptFile<T> {
	const {kind} = form;
	const folder = join(records, kind);
	const file = openRecord(join(folder, `${keptName(pullRequest)}.json`), form, log);
	const orFail = ifSystemError((why, cause): void => {
		if (!form.unkept) return;
		const {code, what, remedy} = form.unkept;
		throw new Failure('failed', code, `Cannot keep ${what} in ${folder} (${why}).`, remedy, {cause});
	});
	return {
		...file,
		keep: record => file.keep(record).catch(orFail),
		drop: () => file.drop().catch(orFail),
		async alone(work, context) {
			const take = () => acquireLock(folder, context.now(), context, `keeping its ${kind}`);
			const lock = await patiently(take, context).catch(orFail);
			try {
				return await work();
			} finally {
				await lock?.release();
			}
		},
	};
}

/** The same for the same pull request on the code host, or for the same recording, whatever it is called. */
function keptName(pullRequest: PullRequest): string {
	const {source, host, owner, repo, number} = pullRequest;
	const hash = createHash('sha256');
	if (source.kind === 'host') hash.update(`${host}/${owner}/${repo}#${number}`.toLowerCase());
	else for (const part of partsOf(pullRequest)) hash.update(JSON.stringify(part));
	return hash.digest('hex').slice(0, 32);
}

/** Of a recording: as one text, that of thousands of comments would be megabytes. */
function partsOf(pullRequest: PullRequest): unknown[] {
	const {reviewThreads, reviews, comments, files, ...facts} = recordingOf(pullRequest).pullRequest;
	return [facts, ...reviewThreads, ...reviews, ...comments, files];
}

/** How long another program may write to the working tree. */
const patienceMs = 10_000;
const pauseMs = 250;

/** Does work that has not begun when it fails because another program writes, once more until that is done. @throws as `work` */
export async function patiently<Result>(
	work: () => Promise<Result>,
	{now, sleep, signal}: Pick<Context, 'now' | 'sleep' | 'signal'>,
): Promise<Result> {
	const until = now() + patienceMs;
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof Failure) || error.code !== 'locked' || now() >= until) throw error;
			await sleep(pauseMs, signal);
		}
	}
}
