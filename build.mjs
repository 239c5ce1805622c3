import {chmod, copyFile, cp, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {fewChunks} from './build/few-chunks.ts';
import {licenses} from './build/licenses.ts';
import {lighterPackages} from './build/lighter-packages.ts';
import {manPage} from './build/man/page.ts';
import {nodeModules} from './build/node-modules.ts';
import {versionIn} from './build/release/changelog.ts';

const root = dirname(fileURLToPath(import.meta.url));
const output = join(root, 'dist');
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** CommonJS parts of the bundle still call `require` for Node's own modules. */
const makeRequire = "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);";

await rm(output, {recursive: true, force: true});
await mkdir(output);

/** @type {import('esbuild').BuildOptions} */
const options = {
	absWorkingDir: root,
	outdir: output,
	bundle: true,
	splitting: true,
	minify: true,
	format: 'esm',
	platform: 'node',
	// The CommonJS form of a package may load its parts by names that a bundler does not see.
	mainFields: ['module', 'main'],
	plugins: [lighterPackages, fewChunks, nodeModules],
	// Ink names it for a debugger that no user has.
	alias: {'react-devtools-core': './source/tui/no-devtools.ts'},
	target: 'node22',
	legalComments: 'none',
	logLevel: 'warning',
	define: {'process.env.NODE_ENV': '"production"', PR_RESOLVE_VERSION: JSON.stringify(manifest.version)},
	banner: {js: makeRequire},
};

// What cannot be bundled is what a user's install brings along.
const dependencies = Object.keys(manifest.dependencies);

const {metafile} = await build({
	...options,
	entryPoints: {
		cli: 'cli.tsx',
		// Of the tree of a release, not of the package.
		action: 'source/action/main.ts',
		// The program that parses, beside the chunk that starts it.
		'chunks/child': 'source/worktree/syntax/child.ts',
		// Where the demo enters.
		'chunks/start': 'source/commands/start.ts',
	},
	external: dependencies,
	chunkNames: 'chunks/[name]-[hash]',
	metafile: true,
});

// Runs in a clone only, where its GitHub has a schema, and is no part of the package.
await build({
	...options,
	entryPoints: {demo: 'demo/demo.ts', 'demo/stand-in': 'test/emulators/programs/stand-in.ts'},
	external: [...dependencies, 'graphql', '@octokit/graphql-schema'],
	chunkNames: 'demo/[name]-[hash]',
});
await copyFile(join(root, 'demo/recording.json'), join(output, 'demo/recording.json'));
await copyFile(join(root, 'demo/check-shipping.mjs'), join(output, 'demo/check-shipping.mjs'));

// Each call of `createRequire` takes time, and a command loads 60 chunks of which few need it.
for (const file of Object.keys(metafile.outputs).map(path => join(root, path))) {
	const own = (await readFile(file, 'utf8')).replace(makeRequire, '').trimStart();
	if (!/\brequire\b/.test(own)) await writeFile(file, own);
}

const executable = join(output, 'cli.js');
await writeFile(executable, `#!/usr/bin/env node\n${await readFile(executable, 'utf8')}`);
await chmod(executable, 0o755);

await copyFile(join(root, 'bench/sample-comments.json'), join(output, 'sample-comments.json'));
await cp(join(root, 'bench/sample-comments'), join(output, 'sample-comments'), {recursive: true});
await writeFile(join(output, 'THIRD-PARTY-LICENSES.txt'), await licenses(metafile));

const {version} = manifest;
const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
await writeFile(join(output, 'pr-resolve.1'), await manPage(version, versionIn(changelog, version)?.date ?? ''));
