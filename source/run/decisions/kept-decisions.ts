import {createHash} from 'node:crypto';
import {readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {Failure} from '../../failure.ts';
import {formatRecording} from '../../github/recording.ts';
import type {Decision} from '../../resolve/decision.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {systemCode} from '../../system/errors.ts';
import {replaceFile, syncFolder} from '../../system/replace-file.ts';
import {formatDecisions, parseDecisions} from './decisions-format.ts';

/** Decisions that a person made and that are not applied yet. */
export type StoredDecisions = {
	/** When the last of them was made, in milliseconds since the epoch. */
	at: number;
	decisions: readonly Decision[];
};

/** What a person decides about a pull request, in a file beside the records of runs, so that nothing is lost with the terminal. */
type KeptDecisions = {
	/** Null where nothing is kept, or nothing that can be read. */
	read: () => Promise<StoredDecisions | null>;
	/**
	 * Keeps these and no others; none leaves no file.
	 * @throws {Failure} `decisions-unwritable`
	 */
	keep: (decisions: readonly Decision[], findings: readonly Finding[]) => Promise<void>;
};

/** @param records absolute path of the folder with the records of runs */
export function openKeptDecisions(records: string, pullRequest: PullRequest): KeptDecisions {
	const folder = join(records, 'decisions');
	const path = join(folder, `${keptName(pullRequest)}.json`);
	return {
		async read() {
			try {
				const [text, {mtimeMs}] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
				const decisions = parseDecisions(text, path).map((decision): Decision => ({...decision, by: 'person'}));
				return decisions.length > 0 ? {at: mtimeMs, decisions} : null;
			} catch (error) {
				if (error instanceof Failure || systemCode(error) !== null) return null;
				throw error;
			}
		},
		async keep(decisions, findings) {
			try {
				if (decisions.length === 0) return await rm(path, {force: true});
				await ensureFolder(folder);
				await replaceFile(path, formatDecisions(decisions, findings));
				await syncFolder(folder);
			} catch (error) {
				if (systemCode(error) === null) throw error;
				const message = `Cannot keep your decisions in ${folder} (${systemCode(error)}).`;
				const remedy = 'Press w to save them to a file.';
				throw new Failure('failed', 'decisions-unwritable', message, remedy, {cause: error});
			}
		},
	};
}

/** The same for the same pull request on the code host, or for the same recording, whatever it is called. */
export function keptName(pullRequest: PullRequest): string {
	const {source, host, owner, repo, number} = pullRequest;
	const what =
		source.kind === 'host' ? `${host}/${owner}/${repo}#${number}`.toLowerCase() : formatRecording(pullRequest);
	return createHash('sha256').update(what).digest('hex').slice(0, 32);
}
