import {cpSync} from 'node:fs';
import {join} from 'node:path';
import {runChild} from '../child.ts';
import type {Environment} from '../isolation.ts';
import {type CommentOn, differences, type FileOf, isGit, isGitsOwn, lookAt, makeReviewedTree} from './reviewed-tree.ts';

export type Program = {node: string; cli: string; folder: string; env: Environment};

const {signal: never} = new AbortController();

/** How a command ended and what it printed to stdout. */
export type Ended = {exitCode: number | null; printed: string};

/** Runs a command in a work tree, undisturbed. */
export async function runIn(cwd: string, {node, cli, env}: Program, args: readonly string[]): Promise<Ended> {
	const options = {cwd, env, signal: never, timeoutMs: 240_000};
	const {exitCode, stdout} = await runChild(node, [cli, ...args], options);
	return {exitCode, printed: stdout.toString()};
}

/** All that a work tree holds: its own files, and what git keeps about it. */
export type Looks = {files: Map<string, string>; git: Map<string, string>};

export const looks = (root: string): Looks => ({
	files: lookAt(root, path => !isGit(path)),
	git: lookAt(root, isGitsOwn),
});

/** A repository with files under review, before and after the change, from which every trial starts with a copy. */
export type Reviewed = {apply: readonly string[]; before: Looks; after: Looks; copy: (name: string) => string};

/** Makes so many files of every kind that a run has to leave as they are but for its lines, each with a few suggestions. */
export async function reviewFiles(count: number, program: Program): Promise<Reviewed> {
	const {files, comments} = filesAndComments(count);
	const {root, recording} = makeReviewedTree(join(program.folder, 'template'), program.env, files, comments);
	const copy = (name: string) => copyOf(root, join(program.folder, name));
	const apply = ['apply', '--yes', '--from', recording];
	const whole = copy('whole');
	const before = looks(whole);
	await runIn(whole, program, apply);
	return {apply, before, after: looks(whole), copy};
}

export function copyOf(from: string, root: string): string {
	cpSync(from, root, {recursive: true, verbatimSymlinks: true});
	return root;
}

function filesAndComments(count: number): {files: Record<string, FileOf>; comments: CommentOn[]} {
	const files: Record<string, FileOf> = {};
	const comments: CommentOn[] = [];
	for (let number = 0; number < count; number++) {
		const end = number % 3 === 1 ? '\r\n' : '\n';
		const lines = Array.from({length: 30}, (_, line) => `file ${number}, line ${line + 1}`);
		const text = lines.join(end) + (number % 4 === 2 ? '' : end);
		const path = `folder-${number % 4}/file-${number}.txt`;
		files[path] = {content: number % 5 === 3 ? `\uFEFF${text}` : text, mode: number % 4 === 3 ? 0o755 : 0o644};
		for (const line of [3, 14, 29]) {
			comments.push({path, line, body: `Better.\n\n\`\`\`suggestion\nFILE ${number}, LINE ${line}\nand more\n\`\`\``});
		}
	}
	return {files, comments};
}

/** Files that hold neither their old nor their new bytes and mode. */
export function tornFiles({before, after}: Reviewed, now: Looks): string[] {
	return [...before.files]
		.filter(([path, old]) => now.files.get(path) !== old && now.files.get(path) !== after.files.get(path))
		.map(([path]) => path);
}

/** Files that the work tree did not have before. */
export const strangeFiles = ({before}: Reviewed, now: Looks): string[] =>
	[...now.files.keys()].filter(path => !before.files.has(path));

/** Takes the last run back, undisturbed; what is not as before the run then. */
export async function faultsOfUndo(root: string, {before}: Reviewed, program: Program): Promise<string[]> {
	const {exitCode} = await runIn(root, program, ['undo', '--json']);
	const back = looks(root);
	const left = [...differences(before.files, back.files), ...differences(before.git, back.git)];
	return [
		...(exitCode !== 0 && exitCode !== 2 ? [`undo ended with ${exitCode}`] : []),
		...(left.length > 0 ? [`not as before: ${left.join(', ')}`] : []),
	];
}
