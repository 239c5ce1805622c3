import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {runChild} from '../child.ts';
import type {Environment} from '../isolation.ts';
import type {Case, Corpus} from './corpus.ts';

const branch = 'refs/heads/pull';
const timeoutMs = 60_000;

/**
 * Makes the repository of a case in a new folder, its head checked out byte for byte, and returns the comments with the
 * ids of the new commits.
 */
export async function makeRepository(
	{commits, comments}: Case,
	content: Corpus['content'],
	folder: string,
	{env, signal}: {env: Environment; signal: AbortSignal},
): Promise<Case['comments']> {
	rmSync(folder, {recursive: true, force: true});
	mkdirSync(folder, {recursive: true});
	const git = async (args: readonly string[], input?: Buffer) => {
		const ended = await runChild('git', args, {cwd: folder, env, signal, timeoutMs, ...(input && {input})});
		if (ended.exitCode !== 0) throw new Error(`git ${args[0]}: ${ended.stderr.toString()}`);
		return ended.stdout.toString();
	};
	await git(['init', '--quiet', '--template=', '--initial-branch=pull']);
	// Attributes in the files of a case must not apply.
	mkdirSync(join(folder, '.git/info'), {recursive: true});
	writeFileSync(join(folder, '.git/info/attributes'), '* -text -filter -ident\n');
	const printed = await git(['fast-import', '--quiet', '--done'], importStream(commits, content));
	const oids = printed.trim().split('\n');
	await git(['checkout', '--quiet', '--force', 'pull']);
	const oidOf = new Map(commits.map(({name}, index) => [name, oids[index]!]));
	const named = (commit: string) => oidOf.get(commit) ?? commit;
	return comments.map(comment => ({
		...comment,
		commit_id: named(comment.commit_id),
		original_commit_id: named(comment.original_commit_id),
	}));
}

/** The commits, each on top of the last, as input of `git fast-import`, which prints their ids. */
function importStream(commits: Case['commits'], content: Corpus['content']): Buffer {
	const parts = commits.flatMap(({name, files}, index) => [
		`commit ${branch}\nmark :${index + 1}\ncommitter Bench <bench@example.com> ${1_700_000_000 + index} +0000\n`,
		...data(Buffer.from(name)),
		...(index > 0 ? [`from :${index}\n`] : []),
		'deleteall\n',
		...Object.entries(files).flatMap(([path, key]) => [
			`M 100644 inline ${JSON.stringify(path)}\n`,
			...data(content(key)),
		]),
		`get-mark :${index + 1}\n`,
	]);
	return Buffer.concat([...parts, 'done\n'].map(part => (typeof part === 'string' ? Buffer.from(part) : part)));
}

const data = (bytes: Buffer) => [`data ${bytes.length}\n`, bytes, '\n'];
