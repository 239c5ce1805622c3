import {readFile, writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {Failure} from '../failure.ts';
import type {Decision} from '../resolve/decision.ts';
import type {Finding} from '../review/finding.ts';
import {badDecisions, formatDecisions, parseDecisions} from './decisions-format.ts';

/** Reads a decisions file. @throws {Failure} usage `bad-decisions`, naming the place in the file */
export async function readDecisions(file: string, cwd: string): Promise<Decision[]> {
	return parseDecisions(await textOf(file, cwd), file);
}

async function textOf(file: string, cwd: string): Promise<string> {
	try {
		return await readFile(resolve(cwd, file), 'utf8');
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : error;
		if (code === 'ENOENT') {
			const remedy = 'Check the path. In `pr-resolve review`, w saves your decisions to a file.';
			throw new Failure('usage', 'bad-decisions', `There is no decisions file ${file}.`, remedy, {cause: error});
		}
		throw badDecisions(file, `cannot be read (${code}).`, error);
	}
}

/**
 * Saves decisions so that `readDecisions` reads the same.
 * @param findings that they are about
 * @param replaces whether a file of that name is one of ours that may be written over
 * @throws {Failure} usage `output-not-writable`, also where there is another file of that name
 */
export async function saveDecisions(
	decisions: readonly Decision[],
	findings: readonly Finding[],
	file: string,
	cwd: string,
	{replaces}: {replaces: boolean},
): Promise<void> {
	try {
		await writeFile(resolve(cwd, file), formatDecisions(decisions, findings), {flag: replaces ? 'w' : 'wx'});
	} catch (error) {
		const why = error instanceof Error && 'code' in error ? error.code : error;
		throw new Failure(
			'usage',
			'output-not-writable',
			`Cannot save the decisions to ${file} (${why === 'EEXIST' ? 'the file already exists' : why}).`,
			'Choose another name.',
			{cause: error},
		);
	}
}
