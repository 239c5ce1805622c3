import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Report} from '../../source/run/report/report.ts';
import {type ChildEnd, runChild} from '../child.ts';
import {isolate} from '../isolation.ts';
import type {Case, Corpus} from './corpus.ts';
import {makeRepository} from './repository.ts';

/** The parts of a report that are compared with what was done. */
export type RunClaims = Pick<Report, 'findings' | 'changes'>;

/** The program's result for a case. */
export type Trial = {
	/** The files of the working tree afterwards, by path. */
	files: Map<string, Buffer>;
	/** Null if the program printed no report because it failed or crashed. */
	said: RunClaims | null;
	/** Why this counts as a crash; null if it does not. */
	crash: string | null;
};

export type TrialOptions = {
	/** The program with its first arguments. */
	cli: readonly [string, ...string[]];
	/** A separate folder for this trial. */
	folder: string;
	searchPath: string;
	timeoutMs: number;
	signal: AbortSignal;
};

/** Exit codes of a run that completed, or failed with a message. */
const orderly = [0, 1, 3];

/** Runs the program on a case in a separate repository, with an empty home and without network. */
export async function tryCase(
	candidate: Case,
	content: Corpus['content'],
	{cli, folder, searchPath, timeoutMs, signal}: TrialOptions,
): Promise<Trial> {
	const repository = join(folder, 'repository');
	const env = isolate(join(folder, 'home'), searchPath);
	const comments = await makeRepository(candidate, content, repository, {env, signal});
	const recording = join(folder, 'comments.json');
	writeFileSync(recording, JSON.stringify(comments));
	const [command, ...first] = cli;
	const args = [...first, 'apply', '--from', recording, '--json', '--yes'];
	const ended = await runChild(command, args, {cwd: repository, env, timeoutMs, signal});
	const printed = parse(ended.stdout);
	return {files: filesIn(repository), said: asReport(printed), crash: explainCrash(ended, printed, timeoutMs)};
}

function explainCrash({exitCode, killed}: ChildEnd, printed: unknown, timeoutMs: number): string | null {
	if (killed) return `killed: more than ${timeoutMs / 1000} s, or too much output`;
	if (exitCode === null || !orderly.includes(exitCode)) return `exit code ${exitCode}`;
	return printed === undefined ? 'no JSON on stdout' : null;
}

function parse(stdout: Buffer): unknown {
	try {
		return JSON.parse(stdout.toString());
	} catch {
		return undefined;
	}
}

/** A failure has the envelope of a report, without findings. */
function asReport(printed: unknown): RunClaims | null {
	const isReport = typeof printed === 'object' && printed !== null && 'findings' in printed && 'changes' in printed;
	return isReport ? (printed as RunClaims) : null;
}

function filesIn(root: string): Map<string, Buffer> {
	const paths = readdirSync(root, {recursive: true, withFileTypes: true})
		.filter(entry => !entry.isDirectory())
		.map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
		.filter(path => !path.startsWith('.git/'));
	return new Map(paths.map(path => [path, readFileSync(join(root, path))]));
}
