import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {formatted} from './hook.ts';
import type {Scene} from './scene.ts';
import type {Version, Versions} from './versions.ts';

/** The files before and after a run, by its id. */
export type Runs = Map<string, {before: Version; after: Version}>;

const same = (one: Version, other: Version) => Object.entries(one).every(([path, text]) => other[path] === text);

const asFormatted = (version: Version): Version =>
	Object.fromEntries(Object.entries(version).map(([path, text]) => [path, text.replace(/^.+/gm, formatted)]));

/** Notes the runs that a command has begun or gone on with. */
export function noteRuns(runs: Runs, {root}: Scene, {tree: before}: Versions, {tree: after}: Versions): void {
	for (const run of runs.values()) if (same(run.after, before)) run.after = after;
	const folder = join(root, '.git/pr-resolve/runs');
	for (const id of existsSync(folder) ? readdirSync(folder) : []) if (!runs.has(id)) runs.set(id, {before, after});
}

/** If nothing came between a run and its undo, all bytes have to be back. */
export function notReturned(
	runs: Runs,
	id: string | undefined,
	{tree: before}: Versions,
	{tree: after}: Versions,
): string[] {
	const run = id === undefined ? undefined : runs.get(id);
	// What a hook made of other lines is not of the run.
	if (!run || !same(run.after, before) || same(asFormatted(run.before), asFormatted(after))) return [];
	return [`undo of ${id} does not return what was there before it`];
}
