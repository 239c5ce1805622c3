import {chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {runSync} from '../child.ts';
import type {Environment} from '../isolation.ts';

export type FileOf = {content: string | Buffer; mode?: number};
export type CommentOn = {path: string; line: number; start?: number; body: string};

/** A repository with these files in a commit, and the recording of a review of it. */
export type ReviewedTree = {root: string; recording: string};

export function makeReviewedTree(
	folder: string,
	env: Environment,
	files: Readonly<Record<string, FileOf>>,
	comments: readonly CommentOn[],
): ReviewedTree {
	const root = join(folder, 'repository');
	const git = (...args: string[]) => runSync('git', args, {cwd: root, env}).trim();
	mkdirSync(root, {recursive: true});
	git('init', '--quiet', '--template=');
	for (const [path, {content, mode}] of Object.entries(files)) {
		mkdirSync(dirname(join(root, path)), {recursive: true});
		writeFileSync(join(root, path), content);
		if (mode !== undefined) chmodSync(join(root, path), mode);
	}
	git('add', '--all');
	git('commit', '--quiet', '--message', 'All files');
	const oid = git('rev-parse', 'HEAD');
	const recording = join(folder, 'review.json');
	writeFileSync(recording, JSON.stringify(comments.map((comment, index) => recorded(comment, index + 1, oid, files))));
	return {root, recording};
}

function recorded(
	{path, line, start, body}: CommentOn,
	id: number,
	oid: string,
	files: Readonly<Record<string, FileOf>>,
) {
	const lines = String(files[path]?.content ?? '')
		.replace(/^\uFEFF/, '')
		.split('\n');
	const from = Math.max(1, line - 3);
	const shown = lines.slice(from - 1, line).map(text => ` ${text}`);
	return {
		id,
		path,
		body,
		line,
		original_line: line,
		start_line: start ?? null,
		original_start_line: start ?? null,
		side: 'RIGHT',
		commit_id: oid,
		original_commit_id: oid,
		diff_hunk: [`@@ -${from},${shown.length} +${from},${shown.length} @@`, ...shown].join('\n'),
		user: {login: 'reviewer', type: 'User'},
		author_association: 'MEMBER',
		html_url: `https://github.com/octo/app/pull/1#discussion_r${id}`,
	};
}

/** Mode and content of every file below a folder, and where each link leads; by its path. */
export function lookAt(root: string, isIncluded: (path: string) => boolean): Map<string, string> {
	const entries = readdirSync(root, {recursive: true, withFileTypes: true}).filter(entry => !entry.isDirectory());
	const paths = entries.map(entry => relative(root, join(entry.parentPath, entry.name))).filter(isIncluded);
	return new Map(
		paths.sort().map(path => {
			const stats = lstatSync(join(root, path));
			if (stats.isSymbolicLink()) return [path, `-> ${readlinkSync(join(root, path))}`];
			return [path, `${(stats.mode & 0o7777).toString(8)} ${readFileSync(join(root, path)).toString('latin1')}`];
		}),
	);
}

export const isGit = (path: string) => path === '.git' || path.startsWith('.git/');
/** git's own data, without our folder in it. */
export const isGitsOwn = (path: string) => isGit(path) && !path.startsWith('.git/pr-resolve/');

/** The differences between two states; empty if there are none. */
export function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
	const paths = new Set([...one.keys(), ...other.keys()]);
	return [...paths].filter(path => one.get(path) !== other.get(path)).sort();
}
