import {readFile} from 'node:fs/promises';
import * as z from 'zod/mini';
import {Failure} from '../failure.ts';
import type {PullRequest} from '../review/comment.ts';
import {locateJsonFault} from './json-fault.ts';
import {readOwnRecording} from './recording-own.ts';
import {readRestRecording} from './recording-rest.ts';
import {explainIssue} from './shape.ts';

export {formatRecording} from './recording-own.ts';

const accepted =
	'Accepted are a recording written by `pr-resolve record` ("schema": "pr-resolve/recording@1") and a JSON array ' +
	'as GET /repos/{owner}/{repo}/pulls/{number}/comments returns it.';

/**
 * Reads a recording from a file. `name` is what messages call it.
 * @throws Failure usage `no-recording` (cannot be read), `bad-recording`
 */
export async function loadRecording(path: string, name = path): Promise<PullRequest> {
	const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
		const isMissing = cause.code === 'ENOENT';
		throw new Failure(
			'usage',
			'no-recording',
			isMissing ? `There is no recording ${name}.` : `The recording cannot be read: ${name} (${cause.code})`,
			isMissing
				? 'Check the path. `pr-resolve record 12 --output review.json` makes a recording.'
				: 'Give the path of a file that can be read.',
			{cause},
		);
	});
	// The redirection of some shells writes UTF-16; both decoders drop the byte order mark.
	const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
	try {
		return parseRecording(new TextDecoder(encoding, {fatal: true}).decode(bytes), name);
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		throw bad(name, 'this is not UTF-8', error);
	}
}

/** Whether a file holds a recording of our own format, of whatever version. */
export async function isOwnRecording(path: string): Promise<boolean> {
	try {
		const {schema} = JSON.parse(await readFile(path, 'utf8')) as {schema?: unknown};
		return typeof schema === 'string' && schema.startsWith('pr-resolve/recording@');
	} catch {
		return false;
	}
}

/**
 * Reads the text of a recording of either format.
 * @throws Failure usage `bad-recording`, with the place: line and column where it is no JSON, else `[3].path`
 */
export function parseRecording(text: string, name: string): PullRequest {
	const value = parseJson(text.replace(/^\uFEFF/, ''), name);
	try {
		return Array.isArray(value) ? readRestRecording(value) : readOwnRecording(value);
	} catch (error) {
		if (!(error instanceof z.core.$ZodError)) throw error;
		throw bad(name, explainIssue(error.issues[0]!), error);
	}
}

function parseJson(text: string, name: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		const {line, column} = locateJsonFault(text);
		throw bad(`${name}:${line}:${column}`, 'this is not JSON', error);
	}
}

function bad(place: string, what: string, cause: unknown): Failure {
	return new Failure('usage', 'bad-recording', `Not a recording: ${place}: ${what}`, accepted, {cause});
}
