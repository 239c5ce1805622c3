import {cpSync} from 'node:fs';
import {join} from 'node:path';
import {runChild} from '../child.ts';
import type {Environment} from '../isolation.ts';
import {type CommentOn, differences, type FileOf, isGit, isGitsOwn, lookAt, makeReviewedTree} from './reviewed-tree.ts';

export type Program = {node: string; cli: string; folder: string; env: Environment};

const {signal: never} = new AbortController();

/** How a command ended and what it printed to stdout. */
export type CommandEnd = {exitCode: number | null; printed: string};

/** Runs a command in a working tree to its end. */
export async function runIn(cwd: string, {node, cli, env}: Program, args: readonly string[]): Promise<CommandEnd> {
	const options = {cwd, env, signal: never, timeoutMs: 240_000};
	const {exitCode, stdout} = await runChild(node, [cli, ...args], options);
	return {exitCode, printed: stdout.toString()};
}

/** The content of a working tree: its own files, and what git keeps about it. */
export type TreeState = {files: Map<string, string>; git: Map<string, string>};

export const stateOfTree = (root: string): TreeState => ({
	files: lookAt(root, path => !isGit(path)),
	git: lookAt(root, isGitsOwn),
});

/** Files under review before and after an undisturbed run. Every trial starts with a copy of their repository. */
export type ReviewedFiles = {
	apply: readonly string[];
	before: TreeState;
	after: TreeState;
	copy: (name: string) => string;
};

/** Makes files with all kinds of line ends, marks and modes, each with a few suggestions, and applies these once. */
export async function reviewFiles(count: number, program: Program): Promise<ReviewedFiles> {
	const {files, comments} = filesAndComments(count);
	const {root, recording} = makeReviewedTree(join(program.folder, 'template'), program.env, files, comments);
	const copy = (name: string) => copyOf(root, join(program.folder, name));
	const apply = ['apply', '--yes', '--from', recording];
	const whole = copy('whole');
	const before = stateOfTree(whole);
	await runIn(whole, program, apply);
	return {apply, before, after: stateOfTree(whole), copy};
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

/** Files that have neither their old nor their new bytes and mode. */
export function tornFiles({before, after}: ReviewedFiles, now: TreeState): string[] {
	return [...before.files]
		.filter(([path, old]) => now.files.get(path) !== old && now.files.get(path) !== after.files.get(path))
		.map(([path]) => path);
}

/** Files that the working tree did not have before. */
export const strangeFiles = ({before}: ReviewedFiles, now: TreeState): string[] =>
	[...now.files.keys()].filter(path => !before.files.has(path));

/** Undoes the last run; returns what differs from before the run. */
export async function faultsOfUndo(root: string, {before}: ReviewedFiles, program: Program): Promise<string[]> {
	const {exitCode} = await runIn(root, program, ['undo', '--json']);
	const back = stateOfTree(root);
	const left = [...differences(before.files, back.files), ...differences(before.git, back.git)];
	return [
		...(exitCode !== 0 && exitCode !== 2 ? [`undo ended with ${exitCode}`] : []),
		...(left.length > 0 ? [`not as before: ${left.join(', ')}`] : []),
	];
}
