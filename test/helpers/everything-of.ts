import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {WorkTree} from './work-tree.ts';

/** Everything that is in the home and the work tree. */
export function everythingOf({home, root}: WorkTree): string {
	const files = [home, root].flatMap(folder =>
		readdirSync(folder, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile()),
	);
	return files.map(({parentPath, name}) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}
