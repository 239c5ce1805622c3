import type {LineRange} from '../review/finding.ts';
import {type Git, isOid, outputOf} from './git.ts';

/**
 * The commits that lines of a file come from (1-based, inclusive), as a commit has them, the newest first; empty if git
 * cannot show them.
 */
export async function blameLines(git: Git, commit: string, path: string, {start, end}: LineRange): Promise<string[]> {
	if (!isOid(commit) || end < start) return [];
	const options = ['--porcelain', '--no-textconv', '--ignore-revs-file=', '-L', `${start},${end}`];
	const {code, stdout} = await git.run(['blame', ...options, commit, '--', path]);
	if (code !== 0) return [];
	const times = new Map<string, number>();
	let oid = '';
	for (const line of stdout.toString().split('\n')) {
		oid = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line)?.[1] ?? oid;
		const [, time] = /^committer-time (\d+)$/.exec(line) ?? [];
		if (time !== undefined) times.set(oid, Number(time));
	}
	return [...times].toSorted(([, one], [, other]) => other - one).map(([found]) => found);
}

/** The last commit up to this one in which a file has a line more or less; null if git cannot show it. */
export async function lastChangeOf(git: Git, commit: string, path: string, line: string): Promise<string | null> {
	if (!isOid(commit) || line.trim() === '') return null;
	const options = ['-1', '--no-show-signature', '--format=%H', '--no-textconv', '--no-ext-diff', `-S${line}`];
	const found = await outputOf(git, 'log', ...options, commit, '--', path);
	return found !== null && isOid(found) ? found : null;
}

/** The files that differ between two commits; null if git cannot show them. */
export async function pathsBetween(git: Git, from: string, to: string): Promise<Set<string> | null> {
	if (!isOid(from) || !isOid(to)) return null;
	if (from === to) return new Set();
	const {code, stdout} = await git.run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to]);
	return code === 0 ? new Set(stdout.toString().split('\0').filter(Boolean)) : null;
}

/** The first line of a commit and the values of a trailer in it, in order. */
export type TrailedCommit = {subject: string; values: string[]};

/** Those of these commits that have a trailer with this name, in the same order. */
export async function commitsWithTrailer(
	git: Git,
	commits: readonly string[],
	name: string,
): Promise<Map<string, TrailedCommit>> {
	const known = commits.filter(isOid);
	if (known.length === 0) return new Map();
	const format = `--format=%H%x00%(trailers:key=${name},valueonly,separator=%x2C)%x00%s`;
	const options = ['log', '--ignore-missing', '--stdin', '--no-walk=unsorted', '--no-show-signature', format];
	const {code, stdout} = await git.run(options, {input: `${known.join('\n')}\n`});
	const lines = code === 0 ? stdout.toString().split('\n') : [];
	return new Map(
		lines.flatMap(line => {
			const [oid = '', values = '', subject = ''] = line.split('\0');
			return values === '' ? [] : [[oid, {subject, values: values.split(',')}] as const];
		}),
	);
}

/**
 * The commit that each line of a file comes from, as a commit has it: right for those since `from`, which may itself be one
 * of them; any other for older lines. Empty if git cannot show them.
 */
export async function blameSince(git: Git, from: string, commit: string, path: string): Promise<string[]> {
	if (!isOid(from) || !isOid(commit)) return [];
	const range = [commit, '--not', `${from}^@`, '--', path];
	const {code, stdout} = await git.run(['blame', '--incremental', '--no-textconv', '--ignore-revs-file=', ...range]);
	const lines: string[] = [];
	for (const [, oid = '', start, count] of stdout.toString().matchAll(/^([0-9a-f]{40,64}) \d+ (\d+) (\d+)$/gm)) {
		for (let line = 0; line < Number(count); line++) lines[Number(start) - 1 + line] = oid;
	}
	return code === 0 ? lines : [];
}

/** When a commit was committed, in milliseconds since the epoch; null if git cannot show it. */
export async function committedAt(git: Git, commit: string): Promise<number | null> {
	if (!isOid(commit)) return null;
	const seconds = Number(await outputOf(git, 'log', '-1', '--no-show-signature', '--format=%ct', commit, '--'));
	return seconds > 0 ? seconds * 1000 : null;
}
