import {copyFile, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Place} from './command.ts';
import {withoutSettings} from './environment.ts';
import type {DemoRecording} from './recording.ts';
import {makeRepository} from './repository.ts';

export type Stage = {
	demo: DemoRecording;
	/** The folder of the demo, which the user deletes. */
	folder: string;
	/** The repository, and an environment without the user's settings. */
	place: Place;
	/** The recording, next to the repository. */
	review: string;
};

export type Setting = {folder: string; recording: string; env: Place['env']};

/**
 * Writes the repository of the recording and the recording itself into an empty folder.
 * @throws {Failure} `git-missing`, `git-failed`
 */
export async function setStage({folder, recording, env}: Setting): Promise<Stage> {
	const demo: DemoRecording = JSON.parse(await readFile(recording, 'utf8'));
	const {headRefName, baseRefName} = demo.pullRequest;
	const place = {cwd: join(folder, 'web-shop'), env: withoutSettings(env, folder)};
	const review = join(folder, 'review.json');
	await makeRepository(demo.repository, {base: baseRefName, head: headRefName}, place);
	await copyFile(recording, review);
	return {demo, folder, place, review};
}
