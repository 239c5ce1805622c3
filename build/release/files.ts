import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {versionIn} from './changelog.ts';

/**
 * Makes what a release publishes, in a new folder: `files` with the package, the tree of the Action, the SBOM and their
 * checksums, and `notes.md` with the section of the changelog: `npm run release:files -- <folder> <version>`.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const [folder, version] = process.argv.slice(2);
const run = (program: string, ...args: string[]) =>
	execFileSync(program, args, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 30});

/** @param target an absent folder */
async function makeFiles(target: string, expected: string): Promise<void> {
	const {name, version} = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	if (version !== expected) throw new Error(`package.json has the version ${version}, not ${expected}.`);
	const notes = versionIn(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version);
	if (!notes?.date) throw new Error(`CHANGELOG.md does not have a released version ${version}.`);
	const files = join(target, 'files');
	const tree = join(target, 'action');
	await mkdir(target);
	await mkdir(files);
	await writeFile(join(target, 'notes.md'), `${notes.changes}\n`);
	run('npm', 'pack', '--pack-destination', files);
	run('npm', 'run', 'action:tree', '--', tree);
	run('tar', '-czf', join(files, `${name}-action-${version}.tar.gz`), '-C', tree, '.');
	await rm(tree, {recursive: true});
	// With the development dependencies, because most of them are bundled.
	await writeFile(join(files, `${name}-${version}.cdx.json`), run('npm', 'sbom', '--sbom-format', 'cyclonedx'));
	await writeFile(join(files, 'SHA256SUMS'), await checksums(files));
}

/** As `sha256sum --check` reads them. */
async function checksums(files: string): Promise<string> {
	const names = (await readdir(files)).sort();
	const lines = names.map(async name => {
		const hash = createHash('sha256').update(await readFile(join(files, name)));
		return `${hash.digest('hex')}  ${name}\n`;
	});
	return (await Promise.all(lines)).join('');
}

if (folder === undefined || version === undefined) {
	console.error('Usage: npm run release:files -- <folder> <version>');
	process.exitCode = 2;
} else {
	await makeFiles(resolve(folder), version);
}
