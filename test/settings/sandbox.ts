import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {onTestFinished} from 'vitest';
import {resolveSettings, type Sources} from '../../source/settings/resolve.ts';

/** A folder that looks like a repository and a home of its own, both empty and gone after the test. */
export async function sandbox() {
	const folder = await mkdtemp(join(tmpdir(), 'pr-resolve-settings-'));
	const [root, home] = [join(folder, 'repository'), join(folder, 'home')];
	await Promise.all([mkdir(join(root, '.git'), {recursive: true}), mkdir(home)]);
	onTestFinished(() => rm(folder, {recursive: true, force: true}));

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
