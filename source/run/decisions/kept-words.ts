import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Failure} from '../../failure.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {EarlierWord} from '../../review/remembered.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {systemCode} from '../../system/errors.ts';
import {isObject, parseJson} from '../../system/json.ts';
import {replaceFile, syncFolder} from '../../system/replace-file.ts';
import {hasFields, isCount, isListOf, isOneOf, isText, orNull} from '../../system/shape.ts';
import {keptName} from './kept-decisions.ts';

const schema = 'pr-resolve/declines@1';

/** What people have declined here, and taken up again, in a file beside the records of runs: replies need not be written. */
export type KeptWords = {
	/** None where nothing is kept, or nothing that can be read. */
	read: () => Promise<EarlierWord[]>;
	/** Adds words, which replace those on the same ids. @throws {Failure} `decisions-unwritable` */
	add: (words: readonly EarlierWord[]) => Promise<void>;
};

const isWord = hasFields<EarlierWord>({
	kind: isOneOf('declined', 'reverted', 'taken'),
	ids: isListOf(isText),
	by: orNull(isText),
	reason: orNull(isText),
	at: isCount,
});

const isFile = hasFields<{schema: string; words: EarlierWord[]}>({schema: isOneOf(schema), words: isListOf(isWord)});

/** @param records absolute path of the folder with the records of runs */
export function openKeptWords(records: string, pullRequest: PullRequest): KeptWords {
	const folder = join(records, 'declines');
	const path = join(folder, `${keptName(pullRequest)}.json`);
	async function read(): Promise<EarlierWord[]> {
		const text = await readFile(path, 'utf8').catch((error: unknown) => {
			if (systemCode(error) === null) throw error;
			return null;
		});
		const value = text === null ? null : parseJson(text);
		return isObject(value) && isFile(value) ? value.words : [];
	}
	return {
		read,
		async add(words) {
			const said = new Set(words.flatMap(({ids}) => ids));
			const others = (await read())
				.map(word => ({...word, ids: word.ids.filter(id => !said.has(id))}))
				.filter(({ids}) => ids.length > 0);
			try {
				await ensureFolder(folder);
				await replaceFile(path, `${JSON.stringify({schema, words: [...others, ...words]})}\n`);
				await syncFolder(folder);
			} catch (error) {
				if (systemCode(error) === null) throw error;
				const message = `Cannot keep your decisions in ${folder} (${systemCode(error)}).`;
				throw new Failure('failed', 'decisions-unwritable', message, 'Make the folder writable.', {cause: error});
			}
		},
	};
}
