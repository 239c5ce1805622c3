import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {resolveSettings, type Sources} from '../../source/settings/resolve.ts';
import {newFolder} from '../helpers/folders.ts';

/** A folder that looks like a repository and a home of its own, both empty and gone after the tests of the file. */
export async function sandbox() {
	const folder = newFolder();
	const [root, home] = [join(folder, 'repository'), join(folder, 'home')];
	await Promise.all([mkdir(join(root, '.git'), {recursive: true}), mkdir(home)]);

	const write = async (path: string, content: string | Uint8Array) => {
		await mkdir(dirname(path), {recursive: true});
		await writeFile(path, content);
	};
	const userFile = join(home, '.config', 'pr-resolve', 'config.json');
	return {
		folder,
		root,
		home,
		userFile,
		writeProject: (name: string, content: string | Uint8Array) => write(join(root, name), content),
		writeUser: (content: string) => write(userFile, content),
		resolve: ({env, ...given}: Partial<Sources> = {}) =>
			resolveSettings({command: 'apply', cwd: root, flags: {}, configFile: null, env: {HOME: home, ...env}, ...given}),
	};
}
