import {pathToFileURL} from 'node:url';
import {become} from './become.ts';
import {quote} from './shell.ts';
import type {Stage} from './stage.ts';

/**
 * Opens the app on the demo and ends as it does: in this very process, so that it is the app that the shell suspends and
 * goes on with.
 */
export async function openApp(
	{folder, place}: Stage,
	{program, flags, print}: {program: string; flags: readonly string[]; print: (text: string) => Promise<void>},
): Promise<void> {
	await print(`A demo pull request in a repository of its own, ${place.cwd}
It stays until you delete it: rm -rf ${quote(folder)}

`);
	become(place, program, ['review', '--from', '../review.json', ...flags]);
	await import(pathToFileURL(program).href);
}
