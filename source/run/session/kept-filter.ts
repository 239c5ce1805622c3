import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Failure} from '../../failure.ts';
import type {PullRequest} from '../../review/comment.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {systemCode} from '../../system/errors.ts';
import {replaceFile} from '../../system/replace-file.ts';
import {keptName} from '../decisions/kept-decisions.ts';

/** The filter of the review of a pull request, in a file beside the records of runs. */
type KeptFilter = {
	/** Empty if there is none that can be read. */
	read: () => Promise<string>;
	/** Keeps this one; an empty one leaves no file. @throws {Failure} `filter-unwritable` */
	keep: (filter: string) => Promise<void>;
};

/** In characters. Nobody types more. */
const longest = 1000;

/** @param records absolute path of the folder with the records of runs */
export function openKeptFilter(records: string, pullRequest: PullRequest): KeptFilter {
	const folder = join(records, 'filters');
	const path = join(folder, keptName(pullRequest));
	return {
		async read() {
			try {
				return (await readFile(path, 'utf8'))
					.slice(0, longest)
					.replace(/\p{Cc}/gu, ' ')
					.trim();
			} catch (error) {
				if (systemCode(error) !== null) return '';
				throw error;
			}
		},
		async keep(filter) {
			try {
				if (filter === '') return await rm(path, {force: true});
				await ensureFolder(folder);
				await replaceFile(path, `${filter}\n`);
			} catch (error) {
				if (systemCode(error) === null) throw error;
				const message = `Cannot keep the filter in ${folder} (${systemCode(error)}).`;
				const remedy = 'Check the permissions of the folder.';
				throw new Failure('failed', 'filter-unwritable', message, remedy, {cause: error});
			}
		},
	};
}
