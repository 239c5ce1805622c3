import {chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const output = join(root, 'dist');
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

await rm(output, {recursive: true, force: true});
await mkdir(output);

/** What packages do while they are loaded, and nobody here needs; each text must be found, or a package has changed. */
const edits = [
	// Given `fetch`, it would be instantiated through it, and Node's HTTP client loaded before the first frame.
	{file: /yoga-wasm-base64-esm\.js$/, text: /^/, by: 'const fetch = undefined;'},
	// It would load all that mends a package.json, which is never given to it, each time that arguments are read.
	{
		file: /meow\/build\/dependencies\.js$/,
		text: /var normalizeExports = requireNormalize\(\);\s*const normalizePackageData = (\w+)\(normalizeExports\);/,
		by: 'const normalizePackageData = data => $1(requireNormalize())(data);',
	},
	// Tables of all characters, for texts that hold more than ASCII and the signs of the first frame.
	{
		file: /string-width\/index\.js$/,
		text: /const segmenter = new Intl\.Segmenter\(\);/,
		by: 'let table; const segmenter = {segment: text => (table ??= new Intl.Segmenter()).segment(text)};',
	},
	{
		file: /string-width\/index\.js$/,
		text: /const rgiEmojiRegex = (\S+);/,
		by: 'let rgiEmoji; const rgiEmojiRegex = {test: text => (rgiEmoji ??= $1).test(text)};',
	},
];

const withoutLoad = {
	name: 'without-load',
	setup: ({onLoad}) =>
		onLoad({filter: /node_modules.*\.js$/}, async ({path}) => {
			const own = edits.filter(({file}) => file.test(path));
			if (own.length === 0) return;
			let contents = await readFile(path, 'utf8');
			for (const {text, by} of own) {
				if (!text.test(contents)) throw new Error(`${path} does not hold ${text} any more`);
				contents = contents.replace(text, by);
			}
			return {contents};
		}),
};

/**
 * What parts have in common, as one chunk: each part is made to know all of it. Else it would be cut into as many chunks
 * as there are sets of parts that use the same of it, and each of them costs a millisecond.
 */
const common = [
	{of: 'source/', is: ['source/commands/start.ts', 'source/commands/review.ts']},
	{of: 'source/tui/', is: ['source/tui/start-review.tsx']},
];
// The executable has quick ways that know nothing of it.
const quick = join(root, 'cli.tsx');

const fewChunks = {
	name: 'few-chunks',
	setup: ({onResolve, onLoad, resolve}) => {
		onResolve({filter: /^\.\.?\//}, async ({kind, path, importer, resolveDir, namespace}) => {
			const isPart = kind === 'dynamic-import' && namespace === 'file' && importer !== quick;
			if (!isPart || !importer.startsWith(join(root, 'source/'))) return;
			const part = await resolve(path, {kind: 'import-statement', resolveDir});
			return {path: part.path, namespace: 'part'};
		});
		onLoad({filter: /./, namespace: 'part'}, ({path}) => {
			const known = common.filter(({of}) => path.startsWith(join(root, of))).flatMap(({is}) => is);
			const imports = known.map(each => `import ${JSON.stringify(join(root, each))};`);
			return {contents: `${imports.join('')}export * from ${JSON.stringify(path)};`, resolveDir: root};
		});
	},
};

const {metafile} = await build({
	absWorkingDir: root,
	entryPoints: {
		cli: 'cli.tsx',
		demo: 'demo/demo.ts',
		// The program that parses, beside the chunk that starts it.
		'chunks/child': 'source/worktree/syntax/child.ts',
		'chunks/stand-in': 'test/emulators/programs/stand-in.ts',
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
	plugins: [withoutLoad, fewChunks],
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
