import {cp, mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {grammars} from '../source/worktree/syntax/languages.ts';
import {releasePage} from './release-page.ts';

/**
 * Makes the tree of a release of the Action: what a runner needs to start it, and nothing that is installed at run time.
 * The build must have been run.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Of `dist`: the rest belongs to the demo and to the benchmark's data. */
const built = ['action.js', 'chunks', 'THIRD-PARTY-LICENSES.txt'];

/** The packages that are not bundled, and their files that are used. */
const packages = {
	'web-tree-sitter': ['package.json', 'LICENSE', 'web-tree-sitter.js', 'web-tree-sitter.wasm'],
	'@vscode/tree-sitter-wasm': [
		...['package.json', 'LICENSE', 'cgmanifest.json'],
		...grammars.map(name => `wasm/tree-sitter-${name}.wasm`),
	],
};

/** @param folder where to make it; it must be empty or absent */
async function makeTree(folder: string): Promise<void> {
	await mkdir(folder, {recursive: true});
	if ((await readdir(folder)).some(name => name !== '.git')) throw new Error(`${folder} is not empty`);
	const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	const {name, version, license} = manifest;
	// Without it, Node would read the built files as CommonJS.
	await writeFile(
		join(folder, 'package.json'),
		`${JSON.stringify({name, version, license, type: 'module'}, null, '\t')}\n`,
	);
	const files = [
		...['action.yml', 'LICENSE'],
		...built.map(file => `dist/${file}`),
		...Object.entries(packages).flatMap(([name, files]) => files.map(file => `node_modules/${name}/${file}`)),
	];
	const page = await readFile(join(root, 'docs/action.md'), 'utf8');
	const repository = String(manifest.repository).replace(/^github:/, '');
	await writeFile(join(folder, 'README.md'), releasePage(page, {repository, version}));
	for (const file of files) await cp(join(root, file), join(folder, file), {recursive: true});
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
	console.error('Usage: npm run action:tree -- <folder>');
	process.exitCode = 2;
} else await makeTree(folder);
