import {pathToFileURL} from 'node:url';
import {become} from './become.ts';
import {quote} from './shell.ts';
import type {Stage} from './stage.ts';

/**
 * Opens the app on the demo and ends with it. The app runs in this very process, so that the shell can suspend and
 * resume it.
 */
export async function openApp(
	{folder, place}: Stage,
	{program, flags, print}: {program: string; flags: readonly string[]; print: (text: string) => Promise<void>},
): Promise<void> {
	await print(`A demo pull request in its own repository, ${place.cwd}
To delete it: rm -rf ${quote(folder)}

`);
	become(place, program, ['review', '--from', '../review.json', ...flags]);
	await import(pathToFileURL(program).href);
}
