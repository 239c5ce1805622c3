import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import type {ThreadCommentData} from '../../emulators/github/records.ts';
import {leaveNextSteps, open, writePlanned} from '../../helpers/app-terminal.ts';
import type {Review} from '../../helpers/review-of.ts';
import {onceSo} from '../../helpers/wait.ts';
import {gitThatKills} from './git-that.ts';
import {rabbit} from './publishing.ts';
import {pushing} from './pushing.ts';

type Answer = Partial<Omit<ThreadCommentData, 'author'>> & {by?: string | null};

type Found = {id: string; outcome: string; reason: string; changes: string[]; closing: {reason: string} | null};

/**
 * Two suggestions of a bot, for line 2 of src/list.txt and line 3 of src/other.txt, and people who answer the first.
 * @param more what else reviewers ask for
 */
async function discussed(more: (review: Review) => void = () => {}) {
	const made = await pushing({
		repository: {roles: {octocat: 'admin', carol: 'write', dave: 'write', visitor: 'read'}},
		review: review => {
			review
				.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
				.suggest('src/other.txt', 3, ['entry three'], {author: rabbit});
			more(review);
		},
	});
	const {tree, there, host, review, call} = made;
	const {reviewThreads: threads} = review.pullRequest.data;
	const [first] = threads;
	const {comments} = first!;
	const base = there();
	const answer = ({by = 'carol', ...init}: Answer = {}, {comments} = first!) => {
		const [first] = comments;
		const id = `${90 + comments.length}`;
		const said = {id: `node_${id}`, fullDatabaseId: id, url: `https://example.com/${id}`, body: 'No.'};
		const author = by === null ? null : user(by);
		comments.push({...first!, ...said, replyTo: first!, authorAssociation: 'MEMBER', ...init, author});
	};
	return {
		...made,
		base,
		threads,
		comments,
		answer,
		/** Runs `apply 7`; gives the report. */
		apply: async (...flags: string[]) => {
			const {code, json, stderr} = await call(['apply', '7', '--json', ...flags]);
			const report = json as Record<'conflicts' | 'stops' | 'uncommitted' | 'warnings', object[]> & {findings: Found[]};
			return {code, report, stderr, findings: report.findings};
		},
		/** The host is asked for the state of the pull request for the n-th time, and then something happens. */
		whenAsked: (n: number, act: () => unknown) =>
			host.faults.on('Publish', ...Array.from({length: n - 1}, fault.none), fault.meanwhile(act)),
		/** What people have answered was read for the last time before the push, and then something happens. */
		whenPushing: (act: () => unknown) => host.faults.on('ThreadsNow', fault.none(), fault.meanwhile(act)),
		/** What the remote has of the two changes. */
		pushed: () => ['src/list.txt', 'src/other.txt'].map(path => tree.git('diff', base, there(), '--', path) !== ''),
		committed: () => ['src/list.txt', 'src/other.txt'].map(path => tree.git('diff', base, 'HEAD', '--', path) !== ''),
		inFiles: () => [tree.read('src/list.txt').includes('item two'), tree.read('src/other.txt').includes('entry three')],
		/** The first lines of the comments below each suggestion. */
		said: () => threads.map(thread => thread.comments.slice(1).map(({body}) => body.split('\n')[0])),
		areResolved: () => threads.map(({isResolved}) => isResolved),
	};
}

const reply = (commit: string) => {
	const marker = `{"run":"20260101-000000-abcdef","finding":"f1","state":"fixed","commit":"${commit}"}`;
	return `Applied in ${commit}.\n\n<!-- pr-resolve:v1 ${marker} -->`;
};

/** When the host is asked for the state of the pull request. */
const beforeWriting = 1;
const beforeThePush = 2;

describe('an answer between the plan and the commit', () => {
	test.each<[string, Answer, string]>([
		['no', {}, 'carol has answered (allow with --over-objections)'],
		['yes, please', {body: 'Yes, please!'}, 'carol has answered (allow with --over-objections)'],
		['by a deleted account', {by: null, authorAssociation: 'NONE'}, 'a deleted account has answered'],
		['by a private member', {by: 'dave', authorAssociation: 'NONE'}, 'dave has answered'],
		['by the own account', {by: 'octocat'}, 'octocat has answered'],
	])('%s: its change is taken out of the files, and the rest is pushed', async (_, init, reason) => {
		const {apply, whenAsked, answer, pushed, inFiles} = await discussed();
		whenAsked(beforeWriting, () => answer(init));
		const {code, findings} = await apply('--push');
		expect(findings[0]).toMatchObject({outcome: 'needs-person', reason: expect.stringContaining(reason)});
		expect([code, pushed(), inFiles()]).toEqual([3, [false, true], [false, true]]);
	});

	test.each<[string, Answer]>([
		['a passer-by', {by: 'visitor', authorAssociation: 'NONE'}],
		['our own reply by another account that may write', {by: 'dave', body: reply('a'.repeat(40))}],
	])('%s holds nothing back', async (_, init) => {
		const {apply, whenAsked, answer, pushed} = await discussed();
		whenAsked(beforeWriting, () => answer(init));
		const {code} = await apply('--push');
		expect([code, pushed()]).toEqual([0, [true, true]]);
	});

	test('an answer that was taken over holds back again once it is edited', async () => {
		const {apply, whenAsked, answer, comments, pushed} = await discussed();
		answer();
		whenAsked(beforeWriting, () => Object.assign(comments.at(-1)!, {body: 'No! It breaks the fix.'}));
		const {code, findings} = await apply('--push', '--over-objections');
		expect([code, pushed(), findings[0]!.outcome]).toEqual([3, [false, true], 'needs-person']);
	});

	test('--over-objections takes what stood when the threads were read', async () => {
		const {apply, answer, pushed} = await discussed();
		answer();
		const {code, report} = await apply('--push', '--over-objections');
		expect([code, pushed()]).toEqual([0, [true, true]]);
		expect(report.warnings).toMatchObject([{kind: 'over-objections'}]);
	});

	test('while the command of --verify runs: it runs once more on the rest', async () => {
		const {apply, answer, tree, pushed, inFiles} = await discussed();
		const [begun, go, log] = ['begun', 'go', 'log'].map(name => join(tree.home, name));
		onceSo(
			() => existsSync(begun!),
			() => {
				answer();
				writeFileSync(go!, '');
			},
		);
		const wait = `while [ ! -e ${go} ]; do sleep 0.02; done`;
		const command = `grep -c two src/list.txt >>${log}; touch ${begun}; ${wait}`;
		const {code, report, findings} = await apply('--push', '--verify', command, '--trust-code');
		expect([code, pushed(), inFiles(), findings[0]!.outcome]).toEqual([
			3,
			[false, true],
			[false, true],
			'needs-person',
		]);
		expect(report).toMatchObject({verification: {state: 'passed', runs: 2, dropped: []}});
	});

	test('if the rest does not pass, nothing is committed', async () => {
		const {apply, answer, tree, base, committed} = await discussed();
		const [begun, go] = ['begun', 'go'].map(name => join(tree.home, name));
		onceSo(
			() => existsSync(begun!),
			() => {
				answer();
				writeFileSync(go!, '');
			},
		);
		const command = `touch ${begun}; while [ ! -e ${go} ]; do sleep 0.02; done; grep -q two src/list.txt`;
		const {code, report} = await apply('--push', '--verify', command, '--trust-code');
		expect([code, tree.head, committed()]).toEqual([3, base, [false, false]]);
		expect(report.stops).toMatchObject([{code: 'not-verified'}]);
	});

	const better = {author: rabbit, body: '_🔴 Critical_\n\n**Do it.**'};
	const inConflict = (review: Review) => void review.suggest('src/list.txt', 2, ['item TWO'], better);

	test.each([
		['chosen', 2],
		['not chosen', 0],
	])('to the side of a conflict that was %s: no side is applied, and the report says so', async (_, side) => {
		const {apply, whenAsked, answer, threads, tree, pushed} = await discussed(inConflict);
		expect((await apply('--dry-run')).report.conflicts).toMatchObject([{by: 'rule'}]);
		whenAsked(beforeWriting, () => answer({}, threads[side]));
		const {code, report, findings} = await apply('--push');
		const reason = 'carol has answered (allow with --over-objections)';
		expect([code, pushed(), tree.read('src/list.txt')]).toEqual([3, [false, true], expect.not.stringMatching(/two/i)]);
		expect([findings[0], findings[2]]).toMatchObject(Array(2).fill({outcome: 'conflict', reason}));
		expect(report.conflicts).toMatchObject([{chosen: null, by: null, reason}]);
		expect((await apply('--dry-run')).report.conflicts).toEqual(report.conflicts);
	});

	test('if all is answered, nothing is committed, and the files are as before', async () => {
		const {apply, whenAsked, answer, tree, base} = await discussed();
		whenAsked(beforeWriting, answer);
		const {code} = await apply('--push', '--path', 'src/list.txt');
		expect([code, tree.head, tree.git('status', '--porcelain')]).toEqual([3, base, '']);
		expect((await apply('--dry-run')).code).toBe(3);
	});
});

describe('what an earlier run wrote', () => {
	test('stays out of the commit, and in the files', async () => {
		const {apply, answer, pushed, inFiles} = await discussed();
		await apply('--path', 'src/list.txt');
		answer();
		const {code, report} = await apply('--push');
		expect([code, pushed(), inFiles()]).toEqual([3, [false, true], [true, true]]);
		expect(report.uncommitted).toMatchObject([
			{path: 'src/list.txt', reason: 'carol has answered (allow with --over-objections)'},
		]);
		const taken = await apply('--push', '--over-objections');
		expect([taken.code, pushed()]).toEqual([0, [true, true]]);
		const text = '--over-objections pushes 1 change of earlier runs that people have answered: src/list.txt (carol)';
		expect(taken.report.warnings).toMatchObject([{kind: 'over-objections', text}]);
		const again = await apply('--push', '--over-objections');
		expect(again.report.warnings).toEqual([]);
	});

	test.each([
		['uncommitted', [], '--commit', 'Commit?', 'commits'],
		['committed', ['--commit'], '--push', 'Push to the pull request?', 'pushes'],
	])('and is %s, is named in the question of --over-objections', async (_, before, step, question, verb) => {
		const {apply, answer, tree, env, call} = await discussed();
		await call(['apply', '7', '--yes', ...before]);
		answer();
		const terminal = tree.terminal(['apply', '7', step, '--over-objections'], {env, columns: 140});
		await terminal.waitFor(
			`--over-objections ${verb} 1 change of earlier runs that people have answered: src/list.txt (carol)`,
		);
		await terminal.answer(question, 'n\r');
		await terminal.ended;
		expect((await apply(step)).code).toBe(3);
	});

	test('is named by the steps of a review with --over-objections', async () => {
		const {answer, tree, env, call} = await discussed();
		await call(['apply', '7', '--path', 'src/list.txt']);
		answer();
		const terminal = open(tree, ['review', '7', '--over-objections'], {env, columns: 140, rows: 30});
		await terminal.waitFor('to apply');
		await writePlanned(terminal);
		expect(terminal.screen()).toContain('has what people have answered since: src/list.txt (carol)');
		await leaveNextSteps(terminal);
		terminal.press('q');
		await terminal.ended;
	});

	test('can be taken after the rest of its run was pushed', async () => {
		const {apply, answer, pushed} = await discussed();
		await apply();
		answer();
		const {code} = await apply('--push');
		expect([code, pushed()]).toEqual([3, [false, true]]);
		const taken = await apply('--push', '--over-objections');
		expect([taken.code, pushed()]).toEqual([0, [true, true]]);
	});

	test('and committed is not pushed, before anything is applied', async () => {
		const {apply, answer, tree, there, base, call, inFiles} = await discussed();
		await apply('--commit', '--path', 'src/list.txt');
		answer();
		const {code, report} = await apply('--push');
		const made = tree.head.slice(0, 10);
		expect([code, there(), inFiles()]).toEqual([3, base, [true, false]]);
		expect(report.stops).toMatchObject([
			{
				code: 'answered',
				message: expect.stringMatching(
					new RegExp(`^Nothing was pushed: carol has answered \\(https://\\S+\\), and commit ${made} has that change`),
				),
				remedy: expect.stringMatching(/pr-resolve undo [\w-]+$/m),
			},
		]);
		const {remedy} = report.stops[0] as {remedy: string};
		await call(remedy.match(/pr-resolve (undo [\w-]+)/)![1]!.split(' '));
		const again = await apply('--push');
		expect([again.code, inFiles()]).toEqual([3, [false, true]]);
		expect(again.report.stops).toEqual([]);
	});
});

describe('an answer between the commit and the push', () => {
	test('nothing is pushed, also by --continue, until it is taken', async () => {
		const {apply, whenAsked, answer, there, base, tree, call} = await discussed();
		whenAsked(beforeThePush, answer);
		const {code, report} = await apply('--push');
		expect([code, there()]).toEqual([3, base]);
		expect(tree.head).not.toBe(base);
		expect(report.stops).toMatchObject([{step: 'push', code: 'answered'}]);
		const continued = await call(['apply', '--continue']);
		expect([continued.code, there(), continued.stdout]).toEqual([
			3,
			base,
			expect.stringContaining('carol has answered'),
		]);
		const taken = await call(['apply', '--continue', '--over-objections', '--json']);
		expect([taken.code, there()]).toEqual([0, tree.head]);
		const text = '--over-objections pushes 1 change of earlier runs that people have answered: src/list.txt (carol)';
		expect(taken.json).toMatchObject({warnings: [{kind: 'over-objections', text}]});
		expect(taken.stderr).toContain(text);
	});

	test('nothing is pushed by --continue after a kill', async () => {
		const {tree, env, answer, there, base, call} = await discussed();
		await tree.run(['apply', '7', '--push', '--yes'], {env: {...env, ...gitThatKills('push', 'before')}});
		expect([tree.head === base, there()]).toEqual([false, base]);
		answer();
		const {code, stdout} = await call(['apply', '--continue']);
		expect([code, there(), stdout]).toEqual([3, base, expect.stringContaining('pr-resolve undo')]);
	});
});

describe('an answer during the push', () => {
	test.each<[string, Answer]>([
		['no', {}],
		['by a deleted account', {by: null}],
	])('%s: its thread gets no reply and is not resolved', async (_, init) => {
		const {apply, whenPushing, answer, pushed, said, areResolved} = await discussed();
		whenPushing(() => answer(init));
		const {code, findings} = await apply('--publish');
		expect([code, pushed(), areResolved()]).toEqual([3, [true, true], [false, true]]);
		expect(said()).toEqual([['No.'], [expect.stringContaining('Applied in')]]);
		expect(findings[0]!.closing).toMatchObject({reason: 'a person has answered meanwhile'});
	});

	test('an answer that was known and is edited counts, too', async () => {
		const {apply, whenPushing, answer, comments, said} = await discussed();
		answer();
		whenPushing(() => Object.assign(comments.at(-1)!, {body: 'No!'}));
		const {code} = await apply('--publish', '--over-objections');
		expect([code, said()[0]]).toEqual([3, ['No!']]);
	});

	test('our own reply by another account that may write is no answer', async () => {
		const {apply, whenPushing, answer, areResolved, there} = await discussed();
		whenPushing(() => answer({by: 'dave', body: reply(there())}));
		const {code} = await apply('--publish');
		expect([code, areResolved()]).toEqual([0, [true, true]]);
	});
});
