import {readFile, rename, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

/**
 * Lets `npm pack` take only the part of package.json that an installed package needs: `pack` puts it in place, and
 * `restore` brings the whole one back.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const manifest = join(root, 'package.json');
/** Out of the package, and ignored by git. */
const aside = join(root, 'node_modules/.package.json');

const restore = () => rename(aside, manifest).catch(() => {});

async function pack(): Promise<void> {
	// After a run that did not get to its end.
	await restore();
	const text = await readFile(manifest, 'utf8');
	const {scripts, devDependencies, allowScripts, ...published} = JSON.parse(text);
	await writeFile(aside, text);
	await writeFile(manifest, `${JSON.stringify(published, null, '\t')}\n`);
}

await (process.argv[2] === 'pack' ? pack() : restore());
