import {readdir, readFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Metafile} from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The license texts of the packages of which something really is in the bundle. */
export async function licenses({outputs}: Metafile): Promise<string> {
	const inputs = Object.values(outputs).flatMap(({inputs}) =>
		Object.keys(inputs).filter(path => inputs[path]!.bytesInOutput > 0),
	);
	const packages = new Map<string, Set<string>>();
	for (const input of inputs) {
		const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
		if (folder === undefined) continue;
		// A package that is itself a bundle has the texts of its parts beside them.
		packages.set(folder, (packages.get(folder) ?? new Set([folder])).add(dirname(input)));
	}
	const texts = [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([folder, places]) => licenseOf(folder, places));
	return (await Promise.all(texts)).join(`\n${'='.repeat(80)}\n\n`);
}

async function licenseOf(folder: string, places: ReadonlySet<string>): Promise<string> {
	const {name, version, license} = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
	const files = await Promise.all([...places].map(place => licenseFiles(join(root, place))));
	const texts = await Promise.all(files.flat().map(file => readFile(file, 'utf8')));
	return [`${name} ${version} (${license})\n`, ...texts.map(text => `${text.trim()}\n`)].join('\n');
}

async function licenseFiles(folder: string): Promise<string[]> {
	const entries = await readdir(folder, {withFileTypes: true});
	return entries
		.filter(entry => entry.isFile() && /^(?:licen[cs]es?|copying|notice)\b(?!.*\.[cm]?[jt]s$)/i.test(entry.name))
		.map(entry => join(folder, entry.name));
}
