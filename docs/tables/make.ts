import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {pages} from './pages.ts';

/** Renews the generated tables of README and docs: `npm run docs`. */

for (const [name, renew] of Object.entries(pages)) {
	const page = join(import.meta.dirname, '../..', name);
	await writeFile(page, renew(await readFile(page, 'utf8')));
}
