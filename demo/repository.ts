import {mkdir} from 'node:fs/promises';
import {git, type Place} from './command.ts';
import {formatHistory, type History} from './fast-import.ts';

/** Keeps the bytes of the commits in the working tree, whatever the user's git configuration is. */
export const settings = {'core.autocrlf': 'false', 'core.whitespace': 'cr-at-eol'};

/**
 * Creates a repository with this history and checks out its last commit.
 * @throws {Failure} `git-missing`, `git-failed`
 */
export async function makeRepository(
	history: History,
	branches: {base: string; head: string},
	{cwd, env}: Place,
): Promise<void> {
	await mkdir(cwd, {recursive: true});
	const place = {cwd, env};
	await git(['init', '--quiet', '--object-format=sha1', '--template=', '-b', branches.head], place);
	for (const setting of Object.entries(settings)) await git(['config', ...setting], place);
	await git(['fast-import', '--quiet'], place, formatHistory(history, branches));
	await git(['reset', '--quiet', '--hard'], place);
}
