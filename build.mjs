import {chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const output = join(root, 'dist');
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

await rm(output, {recursive: true, force: true});
await mkdir(output);

/** Given `fetch`, it would be instantiated through it, and Node's HTTP client loaded before the first frame. */
const yogaWithoutFetch = {
	name: 'yoga-without-fetch',
	setup: ({onLoad}) =>
		onLoad({filter: /yoga-wasm-base64-esm\.js$/}, async ({path}) => ({
			contents: `const fetch = undefined;${await readFile(path, 'utf8')}`,
		})),
};

const {metafile} = await build({
	absWorkingDir: root,
	entryPoints: {
		cli: 'cli.tsx',
		demo: 'demo/demo.ts',
		// The program that parses, beside the chunk that starts it.
		'chunks/child': 'source/worktree/syntax/child.ts',
	},
	// What cannot be bundled is what a user's install brings along.
	external: Object.keys(manifest.dependencies),
	outdir: output,
	chunkNames: 'chunks/[name]-[hash]',
	bundle: true,
	splitting: true,
	minify: true,
	format: 'esm',
	platform: 'node',
	// The CommonJS form of a package may load its parts by names that a bundler does not see.
	mainFields: ['module', 'main'],
	plugins: [yogaWithoutFetch],
	// Ink names it for a debugger that no user has.
	alias: {'react-devtools-core': './source/tui/no-devtools.ts'},
	target: 'node22',
	metafile: true,
	legalComments: 'none',
	logLevel: 'warning',
	define: {'process.env.NODE_ENV': '"production"', PR_RESOLVE_VERSION: JSON.stringify(manifest.version)},
	// CommonJS parts of the bundle still call `require` for Node's own modules.
	banner: {js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);"},
});

const executable = join(output, 'cli.js');
await writeFile(executable, `#!/usr/bin/env node\n${await readFile(executable, 'utf8')}`);
await chmod(executable, 0o755);

await copyFile(join(root, 'demo/recording.json'), join(output, 'demo-recording.json'));
await copyFile(join(root, 'bench/sample-comments.json'), join(output, 'sample-comments.json'));
await cp(join(root, 'bench/sample-comments'), join(output, 'sample-comments'), {recursive: true});
await writeFile(join(output, 'THIRD-PARTY-LICENSES.txt'), await licences(metafile));

/** The licence texts of the packages of which something really is in the bundle. */
async function licences({outputs}) {
	const inputs = Object.values(outputs).flatMap(({inputs}) =>
		Object.keys(inputs).filter(path => inputs[path].bytesInOutput > 0),
	);
	const packages = new Map();
	for (const input of inputs) {
		const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
		if (folder === undefined) continue;
		// A package that is itself a bundle has the texts of its parts beside them.
		packages.set(folder, (packages.get(folder) ?? new Set([folder])).add(dirname(input)));
	}
	const texts = [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([folder, places]) => licence(folder, places));
	return (await Promise.all(texts)).join(`\n${'='.repeat(80)}\n\n`);
}

async function licence(folder, places) {
	const {name, version, license} = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
	const files = await Promise.all([...places].map(place => licenceFiles(join(root, place))));
	const texts = await Promise.all(files.flat().map(file => readFile(file, 'utf8')));
	return [`${name} ${version} (${license})\n`, ...texts.map(text => `${text.trim()}\n`)].join('\n');
}

async function licenceFiles(folder) {
	const entries = await readdir(folder, {withFileTypes: true});
	return entries
		.filter(entry => entry.isFile() && /^(?:licen[cs]es?|copying|notice)\b(?!.*\.[cm]?[jt]s$)/i.test(entry.name))
		.map(entry => join(folder, entry.name));
}
