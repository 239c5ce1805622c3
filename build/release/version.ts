import {execFileSync} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {releaseVersion, sourceTag} from './changelog.ts';

/**
 * The part of `npm version` that npm does not know: `check` makes sure that the version can be released, before npm
 * changes a file, and `write` changes what else has the version in it, before npm commits.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const read = (name: string) => readFile(join(root, name), 'utf8');
const git = (...args: string[]) => execFileSync('git', args, {cwd: root, encoding: 'utf8'}).trim();

async function repositoryAddress(): Promise<string> {
	const {repository} = JSON.parse(await read('package.json')) as {repository: string};
	const [, owner, name] = /^github:([^/]+)\/(.+)$/.exec(repository) ?? [];
	if (owner === undefined || owner === 'OWNER') throw new Error('package.json does not name the repository on GitHub.');
	return `https://github.com/${owner}/${name}`;
}

async function released(version: string): Promise<string> {
	const today = new Date().toISOString().slice(0, 10);
	return releaseVersion(await read('CHANGELOG.md'), version, today, await repositoryAddress());
}

const {npm_new_version: version = '', npm_old_version: before = ''} = process.env;

try {
	const changelog = await released(version);
	const tag = sourceTag(version);
	if (git('tag', '--list', tag) !== '') throw new Error(`There already is a tag ${tag}.`);
	if (process.argv[2] === 'write') {
		const readme = (await read('README.md')).replaceAll(`pr-resolve-${before}.tgz`, `pr-resolve-${version}.tgz`);
		await writeFile(join(root, 'CHANGELOG.md'), changelog);
		await writeFile(join(root, 'README.md'), readme);
		git('add', 'CHANGELOG.md', 'README.md');
	}
} catch (error) {
	console.error(`${version} cannot be released: ${(error as Error).message}`);
	process.exitCode = 1;
}
