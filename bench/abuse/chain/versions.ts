import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {openBare} from '../../../test/emulators/github/bare.ts';
import {runSync} from '../../child.ts';
import {runGit} from '../closing/hosted-clone.ts';
import {files, type Scene} from './scene.ts';

/** The reviewed files in one place, by path. */
export type Version = Readonly<Record<string, string>>;

/** All that a command can spoil. */
export type Versions = {tree: Version; index: Version; head: Version; remote: Version; commit: string};

const blobs = new Map<string, string>();

function blob({root, env}: Scene, oid: string): string {
	const known = blobs.get(oid) ?? runSync('git', ['cat-file', 'blob', oid], {cwd: root, env});
	blobs.set(oid, known);
	return known;
}

/** Of `<mode> <oid> ...\t<path>` or `<mode> blob <oid>\t<path>`. */
function versionIn(scene: Scene, listed: string): Version {
	const found = listed.split('\n').flatMap(line => {
		const [about = '', path = ''] = line.split('\t');
		const oid = /[0-9a-f]{40}/.exec(about)?.[0];
		return oid && files.some(one => one === path) ? [[path, blob(scene, oid)]] : [];
	});
	return Object.fromEntries(found);
}

export const versionAt = ({bare}: Scene, commit: string): Version =>
	Object.fromEntries(files.map(path => [path, openBare(bare).file(commit, path)?.text ?? '']));

export function versionsOf(scene: Scene, remote: string): Versions {
	const {root, env} = scene;
	return {
		tree: Object.fromEntries(files.map(path => [path, readFileSync(join(root, path), 'utf8')])),
		index: versionIn(scene, runGit(root, env, 'ls-files', '--stage')),
		head: versionIn(scene, runGit(root, env, 'ls-tree', '-r', 'HEAD')),
		remote: versionAt(scene, remote),
		commit: runGit(root, env, 'rev-parse', 'HEAD'),
	};
}

/** Without their ends, as both kinds are in use. */
export const linesIn = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

/** Whether these lines are there, one after another. */
export function contains(text: string, lines: readonly string[]): boolean {
	const all = linesIn(text);
	return all.some((_, start) => lines.every((line, index) => all[start + index] === line));
}
