import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {buildSync} from 'esbuild';
import {type Cases, type Programs, putPrograms} from './put.ts';

export type {Call, CaseInit, Programs} from './put.ts';

/** Puts stand-ins for client programs into a folder of their own below `folder`: see {@link putPrograms}. */
export function installPrograms(folder: string, programs: Cases): Programs {
	const file = join(folder, 'stand-in.mjs');
	mkdirSync(folder, {recursive: true});
	writeFileSync(file, standInScript());
	return putPrograms(folder, programs, pathToFileURL(file));
}

let bundled: Uint8Array | null = null;

/** The stand-in as one file without types: removing these at every start would take longer than its work. */
function standInScript(): Uint8Array {
	const entryPoints = [join(import.meta.dirname, 'stand-in.ts')];
	bundled ??= buildSync({entryPoints, bundle: true, platform: 'node', format: 'esm', write: false}).outputFiles[0]!
		.contents;
	return bundled;
}
