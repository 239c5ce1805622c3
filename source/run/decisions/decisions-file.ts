import {readFile, writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {Failure} from '../../failure.ts';
import type {Decision} from '../../resolve/decision.ts';
import type {Finding} from '../../review/finding.ts';
import {messageOf, systemCode} from '../../system/errors.ts';
import {badDecisions, formatDecisions, parseDecisions} from './decisions-format.ts';

/** Reads a decisions file. @throws {Failure} usage `bad-decisions`, naming the place in the file */
export async function readDecisions(file: string, cwd: string): Promise<Decision[]> {
	return parseDecisions(await textOf(file, cwd), file);
}

async function textOf(file: string, cwd: string): Promise<string> {
	try {
		return await readFile(resolve(cwd, file), 'utf8');
	} catch (error) {
		const code = systemCode(error) ?? messageOf(error);
		if (code === 'ENOENT') {
			const remedy = 'Check the path. In `pr-resolve review`, w saves your decisions to a file.';
			throw new Failure('usage', 'bad-decisions', `There is no decisions file ${file}.`, remedy, {cause: error});
		}
		throw badDecisions(file, `cannot be read (${code}).`, error);
	}
}

/**
 * Saves decisions so that `readDecisions` reads the same.
 * @param replaces whether an existing file is one of ours and may be overwritten
 * @throws {Failure} usage `output-not-writable`, also if another file has that name
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
		const why = systemCode(error) ?? messageOf(error);
		throw new Failure(
			'usage',
			'output-not-writable',
			`Cannot save the decisions to ${file} (${why === 'EEXIST' ? 'the file already exists' : why}).`,
			'Choose another name.',
			{cause: error},
		);
	}
}
