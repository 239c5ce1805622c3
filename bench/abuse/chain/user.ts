import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {branch, runGit} from '../closing/hosted-clone.ts';
import {lookAt} from '../reviewed-tree.ts';
import {files, headOf, type Scene, snapshot} from './scene.ts';

const tryGit = ({root, env}: Scene, ...args: string[]): string | null => {
	try {
		return runGit(root, env, ...args);
	} catch {
		return null;
	}
};

/** The user changes a line of their own files, and may stage it. */
export function edit(scene: Scene): string {
	const {random, root} = scene;
	const path = random.pick(files);
	const all = readFileSync(join(root, path), 'utf8').split('\n');
	const at = random.below(all.length - 1);
	const end = all[at]!.endsWith('\r') ? '\r' : '';
	writeFileSync(join(root, path), all.with(at, `my own ${scene.number()}${end}`).join('\n'));
	const isStaged = random.next() < 0.4 && tryGit(scene, 'add', path) !== null;
	return `the user edits ${path} ${at + 1}${isStaged ? ' and stages it' : ''}`;
}

/** The user makes branch and clone the same, and if git refuses that, may throw away what is not on GitHub. */
export function synchronize(scene: Scene): string {
	const head = headOf(scene);
	tryGit(scene, 'fetch', '--quiet', scene.bare, `+${branch}:refs/remotes/origin/${branch}`);
	if (tryGit(scene, 'merge-base', '--is-ancestor', head, 'HEAD') !== null) return push(scene, head);
	if (tryGit(scene, 'merge', '--quiet', '--ff-only', head) !== null) return 'the user pulls';
	const isClean = tryGit(scene, 'status', '--porcelain', '--untracked-files=no') === '';
	if (isClean && tryGit(scene, 'rebase', '--quiet', head) !== null) return 'the user rebases';
	tryGit(scene, 'rebase', '--abort');
	return scene.random.next() < 0.5 ? startOver(scene) : 'the user stays behind';
}

function push(scene: Scene, head: string): string {
	const own = runGit(scene.root, scene.env, 'rev-list', `${head}..HEAD`).split('\n').filter(Boolean);
	if (own.length === 0 || scene.random.next() < 0.5) return 'the user does not push';
	runGit(scene.root, scene.env, 'push', '--quiet', scene.bare, `HEAD:refs/heads/${branch}`);
	for (const oid of own) scene.byPeople.add(oid);
	return `the user pushes ${own.length} commits`;
}

export function startOver(scene: Scene): string {
	deleteLocks(scene);
	const head = headOf(scene);
	tryGit(scene, 'fetch', '--quiet', scene.bare, `+${branch}:refs/remotes/origin/${branch}`);
	runGit(scene.root, scene.env, 'reset', '--quiet', '--hard', head);
	return 'the user starts over';
}

/** Those of a git that was killed, as its message says. */
export function deleteLocks({root}: Scene): void {
	for (const path of lookAt(root, path => /^\.git\/(?!pr-resolve).*\.lock$/.test(path)).keys())
		rmSync(join(root, path), {force: true});
}

/** What the command of `--verify` has changed goes back. */
export function restoreSnapshot(scene: Scene): void {
	tryGit(scene, 'checkout', '--quiet', 'HEAD', '--', snapshot);
}
