import {copyFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {become} from './become.ts';
import {openHost} from './host.ts';
import {quote} from './shell.ts';
import type {Stage} from './stage.ts';

/**
 * Opens the app on the demo, with a GitHub that it can publish on, and ends with it. The app runs in this very process, so
 * that the shell can suspend and resume it.
 * @throws {Failure} `git-missing`, `git-failed`
 */
export async function openApp(
	stage: Stage,
	{
		program,
		check,
		flags,
		print,
	}: {program: string; check: string; flags: readonly string[]; print: (text: string) => Promise<void>},
): Promise<void> {
	const {place} = await openHost(stage);
	await copyFile(check, join(stage.folder, basename(check)));
	await print(`A demo pull request on an emulated GitHub, and a clone of its repository: ${place.cwd}
To delete it: rm -rf ${quote(stage.folder)}

`);
	const verify = ['--verify', `node ../${basename(check)}`];
	become(place, program, ['review', `${stage.demo.pullRequest.number}`, ...verify, ...flags]);
	await import(pathToFileURL(program).href);
}
