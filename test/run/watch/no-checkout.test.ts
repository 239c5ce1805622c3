import {expect, test} from 'vitest';
import {readPullRequest} from '../../../source/review/read.ts';
import {readEditHistory} from '../../../source/run/watch/edit-history.ts';
import {readPastRounds} from '../../../source/run/watch/past-rounds.ts';
import {gatherFacts} from '../../../source/run/watch/round-facts.ts';
import {withBareClone} from '../../../source/worktree/bare/bare-clone.ts';
import {fetchBlobs, fetchCommits} from '../../../source/worktree/bare/fetch-objects.ts';
import {blobsOfLines} from '../../../source/worktree/bare/needed-blobs.ts';
import {gitOf} from '../../../source/worktree/repository.ts';
import {bot, pullRequest, reviewComment, thread} from '../../helpers/pull-request.ts';
import {commit, env, git, gitIn, newRepository, processes} from '../../worktree/folders.ts';

const path = 'file.txt';
const lines = (text: string) => [...text].map(line => `${line}\n`).join('');
const {signal} = new AbortController();

test('without a checkout, the history of lines is fetched once and is the same as in a clone', async () => {
	const root = newRepository({[path]: lines('abcdefgh'), 'other.txt': 'other\n'});
	git(root, 'config', 'uploadpack.allowFilter', 'true');
	git(root, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
	const first = commit(root, {[path]: lines('aXcdefgh')});
	git(root, 'commit', '-q', '--amend', '-m', 'A commit\n\nPr-Resolve-Run: 20260301-100000-aa11');
	// What looks like a rename, of a file that no comment is on.
	git(root, 'mv', 'other.txt', 'renamed.txt');
	commit(root, {[path]: lines('aXcdeYgh'), 'renamed.txt': `${lines('other')}changed\n`});
	const head = git(root, 'rev-parse', 'HEAD');
	const commits = [git(root, 'rev-parse', 'HEAD^'), head];
	expect(commits).not.toContain(first);

	const on = (line: number) =>
		thread([reviewComment('Why?', {author: bot('rabbit'), commit: head, originalCommit: head})], {line});
	const read = pullRequest({headRefOid: head, reviewThreads: [on(2), on(6)]});
	const standing = {head: {oid: head}, commits, viewer: 'me'};
	const known = {
		standing,
		memory: null,
		holdOn: () => null,
		isTakenUp: () => false,
		runs: [],
		pushed: [],
		ownOnHead: async () => new Set<never>(),
	};
	const look = {pullRequest: read, named: '7', ...readPullRequest(read), ...known};
	const rules = {maxRounds: 3, quietMs: 0, isOnce: false, asksModel: true, last: null, now: 0};
	const today = new Map([[path, [...'aXcdeYgh']]]);

	const here = gitIn(root);
	const inClone = (await gatherFacts({git: here, hasFiles: true, fetchHistory: async () => {}}, look, rules)).facts;
	const past = await readPastRounds(here, read, standing);
	expect(inClone.findings.map(({isSelfMade}) => isSelfMade)).toEqual([true, false]);

	await withBareClone({...processes, env, now: Date.now}, async repository => {
		const access = {url: `file://${root}`, settings: []};
		await fetchCommits(repository, access, {head, others: [], depth: commits.length + 1}, {env, signal});
		const bare = gitOf(repository, {env, signal, offline: true});
		const fetched: string[][] = [];
		const fetchHistory = async (paths: readonly string[]) => {
			const blobs = await blobsOfLines(bare, head, paths);
			fetched.push(blobs);
			await fetchBlobs(repository, access, blobs, {env, signal});
		};
		const {facts} = await gatherFacts({git: bare, hasFiles: false, fetchHistory}, look, rules);
		expect(facts).toEqual(inClone);
		// All versions of the one file that comments are on.
		expect(fetched.map(blobs => blobs.length)).toEqual([3]);
		const history = await readEditHistory({git: bare, hasFiles: false}, head, today, past);
		expect(history).toEqual(await readEditHistory({git: here, hasFiles: true}, head, today, past));
		expect(history.map(({by}) => by)).toEqual(['run', 'person']);
	});
});
