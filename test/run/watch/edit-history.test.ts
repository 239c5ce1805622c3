import {expect, test} from 'vitest';
import {applyBrakes} from '../../../source/resolve/brakes/apply-brakes.ts';
import {roundChanges} from '../../../source/resolve/brakes/facts.ts';
import {formatReply} from '../../../source/review/closing/marker.ts';
import type {PullRequest} from '../../../source/review/comment.ts';
import {readEditHistory} from '../../../source/run/watch/edit-history.ts';
import {readPastRounds} from '../../../source/run/watch/past-rounds.ts';
import {change, finding, propose} from '../../helpers/proposal.ts';
import {pullRequest, reviewComment, thread} from '../../helpers/pull-request.ts';
import {roundFacts} from '../../helpers/round.ts';
import {commit, git, gitIn, newRepository} from '../../worktree/folders.ts';

const lines = (text: string) => [...text].map(line => `${line}\n`).join('');

/** Commits the file with these lines; `run`: as that run of ours. */
function write(root: string, text: string, run: string | null = null): string {
	commit(root, {'file.txt': lines(text)});
	if (run !== null) git(root, 'commit', '-q', '--amend', '-m', `A commit\n\nPr-Resolve-Run: ${run}`);
	return git(root, 'rev-parse', 'HEAD');
}

/** Why a change of the file into other lines needs review; null if it does not. */
async function heldReason(root: string, wanted: string, fields: Partial<PullRequest> = {}): Promise<string | null> {
	const runner = gitIn(root);
	const head = git(root, 'rev-parse', 'HEAD');
	const commits = git(root, 'rev-list', '--reverse', 'HEAD').split('\n');
	const past = await readPastRounds(runner, pullRequest(fields), {commits, viewer: 'me'});
	const today = git(root, 'show', 'HEAD:file.txt').split('\n');
	const history = await readEditHistory({git: runner, hasFiles: true}, head, new Map([['file.txt', today]]), past);
	const changes = [change(1, today.length, [...wanted], {id: 'c1'})];
	const facts = roundFacts({history, changes: roundChanges(propose([finding(changes)], today), () => today)});
	return applyBrakes(facts).held.get('c1') ?? null;
}

test('what a run replaced is not put back, also after other commits and a rename', async () => {
	const root = newRepository({'old.txt': lines('aXbcdefgh'), 'other.txt': 'other\n'});
	commit(root, {'old.txt': lines('aYbcdefgh')});
	git(root, 'commit', '-q', '--amend', '-m', 'A commit\n\nPr-Resolve-Run: r1');
	const ours = git(root, 'rev-parse', '--short=7', 'HEAD');
	git(root, 'mv', 'old.txt', 'file.txt');
	write(root, 'naYbcdefgh');
	expect(await heldReason(root, 'naXbcdefgh')).toBe(`puts back what ${ours} replaced`);
	expect(await heldReason(root, 'naZbcdefgh')).toBeNull();
});

test('what a person wrote over it stays, and what a person wrote before it does not matter', async () => {
	const root = newRepository({'file.txt': lines('aVbcdefgh')});
	write(root, 'aXbcdefgh');
	write(root, 'aYbcdefgh', 'r1');
	expect(await heldReason(root, 'aVbcdefgh')).toBeNull();
	const theirs = write(root, 'aZbcdefgh').slice(0, 7);
	expect(await heldReason(root, 'aYbcdefgh')).toBe(`undoes a person's edit in ${theirs}`);
	expect(await heldReason(root, 'aWbcdefgh')).toBe(`undoes a person's edit in ${theirs}`);
	expect(await heldReason(root, 'aZbcdeWgh')).toBeNull();
});

test('what a merge brings is no edit of a person', async () => {
	const root = newRepository({'file.txt': lines('abcdefgh')});
	git(root, 'branch', 'base');
	write(root, 'aYcdefgh', 'r1');
	git(root, 'checkout', '-q', 'base');
	write(root, 'abcdefgX');
	git(root, 'checkout', '-q', 'main');
	git(root, 'merge', '-q', '-m', 'Merge', 'base');
	expect(await heldReason(root, 'aYcdefgh')).toBeNull();
});

test('what an app commits is no edit of a person', async () => {
	const root = newRepository({'file.txt': lines('abcdefgh')});
	write(root, 'aYcdefgh', 'r1');
	write(root, 'aZcdefgh');
	expect(await heldReason(root, 'aYcdefgh')).toMatch(/^undoes a person's edit/);
	const app = '49699333+pre-commit-ci[bot]@users.noreply.github.com';
	git(root, 'commit', '-q', '--amend', '--no-edit', '--author', `pre-commit-ci <${app}>`);
	expect(await heldReason(root, 'aYcdefgh')).toBeNull();
});

test('an edit of yours that a run committed counts as yours, by what the reply in its thread says', async () => {
	const root = newRepository({'file.txt': lines('abcdefgh')});
	const oid = write(root, 'aYcdefgX', 'r1');
	expect(await heldReason(root, 'aZcdefgX')).toBeNull();
	const text = `Changed in ${oid}, not as suggested.`;
	const reply = formatReply({text, state: 'edited', commit: oid} as never, 'r1', ['f1']);
	const comments = [reviewComment('Why?'), reviewComment(reply, {author: {login: 'me', isBot: false}})];
	const reviewThreads = [thread(comments, {line: 2})];
	expect(await heldReason(root, 'aZcdefgX', {reviewThreads})).toBe(`undoes your edit in ${oid.slice(0, 7)}`);
	expect(await heldReason(root, 'aYcdefgZ', {reviewThreads})).toBeNull();
	const forged = [thread([comments[0]!, reviewComment(reply)], {line: 2})];
	expect(await heldReason(root, 'aZcdefgX', {reviewThreads: forged})).toBeNull();
});

test('a revert counts as yours', async () => {
	const root = newRepository({'file.txt': lines('aXbcdefgh')});
	write(root, 'aYbcdefgh', 'r1');
	const oid = write(root, 'aXbcdefgh');
	git(root, 'commit', '-q', '--amend', '-m', 'Revert "A commit"\n\nPr-Resolve-Run: r2');
	expect(oid).not.toBe(git(root, 'rev-parse', 'HEAD'));
	expect(await heldReason(root, 'aYbcdefgh')).toMatch(/^undoes your edit/);
});

test('without a round there is nothing to look up', async () => {
	const root = newRepository({'file.txt': lines('abc')});
	write(root, 'aXc');
	expect(await heldReason(root, 'abc')).toBeNull();
});
