import {execFileSync} from 'node:child_process';
import type {WorkTree} from '../../helpers/work-tree.ts';

export type CommitReport = {
	run: {id: string} | null;
	commits: {oid: string; parent: string; headline: string; changes: string[]; signed: boolean}[];
	committedRuns: string[];
	uncommitted: {path: string; changes: string[]; reason: string}[];
	changes: {id: string; path: string; commit: string | null; outcome: string; original: {start: number}}[];
	stops: {step: string; code: string; message: string; remedy: string}[];
	error?: {code: string; message: string; remedy: string};
};

/** Who commits in these tests. */
export const ada = {
	GIT_AUTHOR_NAME: 'Ada',
	GIT_AUTHOR_EMAIL: 'ada@example.com',
	GIT_COMMITTER_NAME: 'Ada',
	GIT_COMMITTER_EMAIL: 'ada@example.com',
};

/** `apply --json` of a recording; gives the report. */
export async function applied(tree: WorkTree, from: string, ...flags: string[]) {
	const {code, json, stderr} = await tree.call(['apply', '--from', from, '--json', ...flags], {env: ada});
	return {code, stderr, report: json as CommitReport};
}

export const committed = (tree: WorkTree, from: string, ...flags: string[]) =>
	applied(tree, from, '--commit', ...flags);

/** The bytes that git prints, with every blank and line end. */
export const exactly = (tree: WorkTree, ...args: string[]) =>
	execFileSync('git', args, {cwd: tree.root, env: tree.env}).toString('latin1');
