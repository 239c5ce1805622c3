import {spawn} from 'node:child_process';
import {cpSync} from 'node:fs';
import {join} from 'node:path';
import {runChild} from '../child.ts';
import type {Environment} from '../isolation.ts';
import type {Random} from './random.ts';
import {type CommentOn, differences, type FileOf, isGit, isGitsOwn, lookAt, makeReviewedTree} from './reviewed-tree.ts';

export type Program = {node: string; cli: string; folder: string; env: Environment};

/** What a run killed at some moment left wrong; empty where all is as promised. */
export type Killed = {signal: NodeJS.Signals; faults: string[]; isHalfDone: boolean};

const signals = ['SIGKILL', 'SIGKILL', 'SIGHUP', 'SIGTERM', 'SIGINT'] as const;
const {signal: never} = new AbortController();

/** Files of every kind that a run has to leave as they are but for its lines, each with a few suggestions. */
function reviewed(): {files: Record<string, FileOf>; comments: CommentOn[]} {
	const files: Record<string, FileOf> = {};
	const comments: CommentOn[] = [];
	for (let number = 0; number < 14; number++) {
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

/**
 * Starts runs, ends each at a random moment by a random signal, and looks whether every file is wholly old or wholly new,
 * git's own data untouched, and all of it taken back by the next undo; every third undo is killed as well and done again.
 */
export async function killRuns(count: number, random: Random, program: Program): Promise<Killed[]> {
	const {files, comments} = reviewed();
	const template = join(program.folder, 'template');
	const {recording} = makeReviewedTree(template, program.env, files, comments);
	const start = copyOf(template, join(program.folder, 'whole'));
	const before = looks(start);
	const began = performance.now();
	await run(program, start, ['apply', '--yes', '--from', recording]);
	const lengthMs = performance.now() - began;
	const after = looks(start);
	const results: Killed[] = [];
	for (let number = 0; number < count; number++) {
		const root = copyOf(template, join(program.folder, `kill-${number}`));
		const signal = random.pick(signals);
		const delayMs = lengthMs * (0.25 + 0.85 * random.next());
		const end = await endedBy(signal, delayMs, program, root, ['apply', '--yes', '--from', recording]);
		results.push({
			signal,
			...(await judge({root, signal, end, before, after, isTwice: number % 3 === 0, random}, program)),
		});
	}
	return results;
}

type Looks = {files: Map<string, string>; git: Map<string, string>};
type Case = {
	root: string;
	signal: NodeJS.Signals;
	end: number | NodeJS.Signals;
	before: Looks;
	after: Looks;
	isTwice: boolean;
	random: Random;
};

const looks = (root: string): Looks => ({files: lookAt(root, path => !isGit(path)), git: lookAt(root, isGitsOwn)});

async function judge({root, signal, end, before, after, isTwice, random}: Case, program: Program) {
	const faults: string[] = [];
	const now = looks(root);
	const isTemporary = (path: string) => !before.files.has(path);
	const torn = [...before.files].filter(
		([path, old]) => now.files.get(path) !== old && now.files.get(path) !== after.files.get(path),
	);
	if (torn.length > 0) faults.push(`neither old nor new: ${torn.map(([path]) => path).join(', ')}`);
	if (signal !== 'SIGKILL') {
		if (![0, 130].includes(end as number) && end !== signal) faults.push(`${signal} ended it with ${end}`);
		if ([...now.files.keys()].some(isTemporary)) faults.push(`${signal} left a temporary file`);
	}
	const changed = differences(before.files, now.files).length;
	if (isTwice) await endedBy('SIGKILL', random.next() * 1000, program, root, ['undo']);
	const undone = await run(program, root, ['undo', '--json']);
	if (undone !== 0 && undone !== 2) faults.push(`undo ended with ${undone}`);
	const back = looks(root);
	const left = [...differences(before.files, back.files), ...differences(before.git, back.git)];
	if (left.length > 0) faults.push(`not as before: ${left.join(', ')}`);
	return {faults, isHalfDone: changed > 0 && changed < differences(before.files, after.files).length};
}

function copyOf(template: string, root: string): string {
	cpSync(join(template, 'repository'), root, {recursive: true, verbatimSymlinks: true});
	return root;
}

async function run({node, cli, env}: Program, cwd: string, args: readonly string[]): Promise<number | null> {
	const options = {cwd, env, signal: never, timeoutMs: 120_000};
	return (await runChild(node, [cli, ...args], options)).exitCode;
}

/** How a run ended that was sent a signal after a while. */
function endedBy(
	signal: NodeJS.Signals,
	delayMs: number,
	{node, cli, env}: Program,
	cwd: string,
	args: readonly string[],
): Promise<number | NodeJS.Signals> {
	const child = spawn(node, [cli, ...args], {cwd, env, stdio: 'ignore'});
	const timer = setTimeout(() => child.kill(signal), delayMs);
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code, by) => {
			clearTimeout(timer);
			resolve(code ?? by!);
		});
	});
}
