import {constants} from 'node:buffer';
import {readFile, stat} from 'node:fs/promises';
import {$ZodError} from 'zod/v4/core';
import {Failure} from '../failure.ts';
import type {PullRequest} from '../review/comment.ts';
import {explainIssue} from '../system/explain-issue.ts';
import {at, isObject, listAt, parseJson, textAt} from '../system/json.ts';
import {locateJsonFault, parseAll} from './json-fault.ts';
import {readOwnRecording} from './recording-own.ts';
import {readRestRecording} from './recording-rest.ts';

export {formatRecording, recordingOf} from './recording-own.ts';

const accepted =
	'Expected: a recording written by `pr-resolve record` ("schema": "pr-resolve/recording@1"), or the JSON array ' +
	'that GET /repos/{owner}/{repo}/pulls/{number}/comments returns.';

/** In bytes: a larger file could exceed the longest possible string. */
const longestText = constants.MAX_STRING_LENGTH;

const tooLarge = (name: string) =>
	new Failure(
		'usage',
		'bad-recording',
		`The recording is too large: ${name} is larger than ${Math.floor(longestText / 2 ** 20)} MB.`,
		'Record one pull request per file: `pr-resolve record 12 --output review.json`.',
	);

/**
 * Reads a recording from a file. `name` is what messages call it.
 * @throws Failure usage `no-recording` (cannot be read), `bad-recording`
 */
export async function loadRecording(path: string, name = path): Promise<PullRequest> {
	const {size} = await stat(path).catch(() => ({size: 0}));
	if (size > longestText) throw tooLarge(name);
	const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
		const isMissing = cause.code === 'ENOENT';
		throw new Failure(
			'usage',
			'no-recording',
			isMissing ? `There is no recording ${name}.` : `The recording ${name} cannot be read (${cause.code}).`,
			isMissing
				? 'Check the path, or create a recording: `pr-resolve record 12 --output review.json`.'
				: 'Pass the path of a readable file.',
			{cause},
		);
	});
	// The redirection of some shells writes UTF-16; both decoders drop the byte order mark.
	const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
	try {
		return parseRecording(new TextDecoder(encoding, {fatal: true}).decode(bytes), name);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG') throw tooLarge(name);
		if (!(error instanceof TypeError)) throw error;
		throw bad(name, 'expected UTF-8', error);
	}
}

/** Whether a file contains a recording in our own format, in any version. */
export async function isOwnRecording(path: string): Promise<boolean> {
	const text = await readFile(path, 'utf8').catch(() => '');
	return textAt(parseJson(text), 'schema').startsWith('pr-resolve/recording@');
}

/**
 * Reads the text of a recording of either format.
 * @throws Failure usage `bad-recording`, with the place: line and column if it is not JSON, else `[3].path`
 */
export function parseRecording(text: string, name: string): PullRequest {
	const value = readRecordedJson(text.replace(/^\uFEFF/, ''), name);
	const said = errorIn(value);
	if (said !== null) throw bad(name, `it contains an error from GitHub, ${JSON.stringify(said)}`);
	try {
		return Array.isArray(value) ? readRestRecording(joinPages(value)) : readOwnRecording(value);
	} catch (error) {
		if (!(error instanceof $ZodError)) throw error;
		throw bad(name, explainIssue(error), error);
	}
}

function readRecordedJson(text: string, name: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		const pages = pagesIn(text);
		if (pages) return pages;
		const {line, column} = locateJsonFault(text);
		throw bad(`${name}:${line}:${column}`, 'expected JSON', error);
	}
}

/** The pages that `gh api --paginate` writes one after the other; null if the text is something else. */
function pagesIn(text: string): unknown[] | null {
	try {
		const pages = parseAll(text);
		return pages.length > 1 && pages.every(Array.isArray) ? pages : null;
	} catch {
		return null;
	}
}

/** `gh api --paginate --slurp` writes a list of pages. */
const joinPages = (list: unknown[]): unknown[] => (list.every(Array.isArray) ? list.flat() : list);

const longestFault = 200;

/** The error that GitHub returned instead of comments: REST's `message` or the first of GraphQL's `errors`. */
function errorIn(value: unknown): string | null {
	if (!isObject(value) || 'schema' in value) return null;
	const said = value.message ?? at(listAt(value, 'errors')[0], 'message');
	return typeof said === 'string' ? said.slice(0, longestFault) : null;
}

function bad(place: string, what: string, cause?: unknown): Failure {
	return new Failure('usage', 'bad-recording', `${place}: not a recording: ${what}`, accepted, {cause});
}
