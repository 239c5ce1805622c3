import {constants} from 'node:fs';
import {access, mkdtemp, rmdir, stat} from 'node:fs/promises';
import {basename, dirname, extname, join, resolve} from 'node:path';
import {Failure} from '../../failure.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {messageOf} from '../../system/errors.ts';
import {replaceFile} from '../../system/replace-file.ts';

/** A report in Markdown with its chart beside it. `shown` is the path as typed. */
export type ReportPlaces = {shown: string; report: string; chart: string};

/** The path of a file beside a report: `report.svg` for `report.md` and `.svg`. */
export const besideReport = (report: string, ending: string): string =>
	join(dirname(report), `${basename(report, extname(report))}${ending}`);

export function reportPlaces(output: string, cwd: string): ReportPlaces {
	const report = resolve(cwd, output);
	return {shown: output, report, chart: besideReport(report, '.svg')};
}

/**
 * Checks that all of them can be written; leaves nothing behind.
 * @throws {Failure} usage `output-not-writable`
 */
export async function checkOutput({shown, ...paths}: ReportPlaces): Promise<void> {
	try {
		await checkFolder(dirname(paths.report));
		for (const path of Object.values(paths)) {
			const status = await stat(path).catch(() => null);
			if (!status) continue;
			if (status.isDirectory()) throw new Error(`${basename(path)} is a folder`);
			await access(path, constants.W_OK);
		}
		if (paths.report === paths.chart) throw new Error('its chart has the same name');
	} catch (error) {
		throw unwritableOutput('usage', shown, error);
	}
}

/**
 * Checks that the folder can be written, or created in the nearest existing one, by trying: for /proc the system
 * reports write access, and Node never stops trying to create folders there.
 */
async function checkFolder(folder: string): Promise<void> {
	const status = await stat(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
		return null;
	});
	if (!status) return checkFolder(dirname(folder));
	if (!status.isDirectory()) throw new Error(`${basename(folder)} is not a folder`);
	await rmdir(await mkdtemp(join(folder, '.pr-resolve-')));
}

/** Writes a file atomically and creates its folder. @throws {Failure} `output-not-writable` */
export async function writeOutput(path: string, text: string): Promise<void> {
	try {
		await ensureFolder(dirname(path), 0o777);
		await replaceFile(path, text, {mode: 0o666});
	} catch (error) {
		throw unwritableOutput('failed', path, error);
	}
}

function unwritableOutput(kind: 'usage' | 'failed', path: string, cause: unknown): Failure {
	const message = `Cannot write the report to ${path}: ${messageOf(cause)}.`;
	const remedy = 'With --output, choose a file in a writable folder.';
	return new Failure(kind, 'output-not-writable', message, remedy, {cause});
}
