import {cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import type {WorkTree} from './work-tree.ts';

/** Makes what `git clone --bare` makes of a work tree, for partial clones: copied, because that starts git five times. */
export function makeBare({root}: WorkTree, folder: string): void {
	const git = join(root, '.git');
	mkdirSync(join(folder, 'refs/heads'), {recursive: true});
	for (const name of ['objects', 'HEAD']) cpSync(join(git, name), join(folder, name), {recursive: true});
	const config = readFileSync(join(git, 'config'), 'utf8').replace('bare = false', 'bare = true');
	writeFileSync(join(folder, 'config'), `${config}[uploadpack]\n\tallowFilter = true\n`);
	const refs = readdirSync(join(git, 'refs/heads'), {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(({parentPath, name}) => join(parentPath, name))
		.sort();
	const lines = refs.map(path => `${readFileSync(path, 'utf8').trim()} ${relative(git, path)}\n`);
	writeFileSync(join(folder, 'packed-refs'), lines.join(''));
}
