import {expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import type {Review} from '../../helpers/review-of.ts';
import {pushing} from './pushing.ts';

const rabbit = bot('coderabbitai');

const twoOfBots = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
		.suggest('src/other.txt', 3, ['entry three'], {author: rabbit})
		.suggest('notes.md', 5, ['Second and last.'], {author: user('ann')});

const repliesOf = ({pullRequest}: Review) =>
	pullRequest.data.reviewThreads.map(({comments}) => comments.slice(1).map(({body}) => body.split('\n')[0]));

test('what is pushed is said in its threads, which are resolved', async () => {
	const {tree, review, there, push} = await pushing({review: twoOfBots});
	const {code, report} = await push('--publish');
	expect([code, report.stops]).toEqual([0, []]);
	expect(there()).toBe(tree.head);
	const applied = [`Applied in ${tree.head}.`];
	expect(repliesOf(review)).toEqual([applied, applied, applied]);
	expect(review.pullRequest.data.reviewThreads.map(({isResolved}) => isResolved)).toEqual([true, true, false]);
	expect(report.publication).toMatchObject({target: {after: tree.head}, replies: 3, resolved: 2, pending: 0});
	expect((await tree.call(['runs'])).stdout).toContain(', pushed; threads: 3 replies, 2 resolved\n');
	const again = await push('--publish');
	expect([again.code, again.report.publication]).toMatchObject([0, {replies: 0, resolved: 0}]);
	expect(repliesOf(review)).toEqual([applied, applied, applied]);
});

test('a command that passed with exactly what is pushed is named', async () => {
	const {tree, review, push} = await pushing({review: twoOfBots});
	const {code} = await push('--publish', '--verify', 'test -f src/list.txt');
	expect(code).toBe(0);
	const passes = '"test -f src/list.txt" passes.';
	expect(repliesOf(review)[0]).toEqual([`Applied in ${tree.head}. ${passes}`]);
});

test('a command that passed with other edits beside what is pushed is not named', async () => {
	const {tree, review, push} = await pushing({review: twoOfBots});
	tree.put({'src/needed.txt': 'needed\n'});
	const {code, report} = await push('--publish', '--verify', 'test -f src/needed.txt');
	expect([code, repliesOf(review)[0]]).toEqual([0, [`Applied in ${tree.head}.`]]);
	expect(report).toMatchObject({
		verification: {state: 'passed', tree: 'with other uncommitted edits'},
		warnings: [{kind: 'other-edits'}],
	});
});

test('a dry run shows the replies of what would be pushed', async () => {
	const {tree, review, there, call} = await pushing({review: twoOfBots});
	const before = [tree.head, tree.snapshot(), there()];
	const {stdout} = await call(['apply', '7', '--publish', '--dry-run']);
	expect(stdout).toContain('Applied in <commit>.');
	expect(stdout).toContain('Would push to octo/app feature/limits.');
	expect([tree.head, tree.snapshot(), there(), repliesOf(review)]).toEqual([...before, [[], [], []]]);
});

test('the question before writing lists what follows', async () => {
	const {tree, there, env} = await pushing({review: twoOfBots});
	const before = [tree.snapshot(), there()];
	const terminal = tree.terminal(['apply', '7', '--publish', '--verify', 'true'], {env, columns: 150});
	await terminal.waitFor('Apply 3 changes to 3 files?');
	expect(terminal.screen()).toContain(
		'Then: run "true", commit on feature/limits, push to octo/app feature/limits, 3 replies (1 with replies=needed), 2 resolves, about 5 s.\nApply 3',
	);
	expect(terminal.screen()).not.toContain('Would push');
	terminal.press('n\r');
	expect(await terminal.ended).toBe(3);
	expect([tree.snapshot(), there()]).toEqual(before);
});

test('a push of earlier commits alone is confirmed too', async () => {
	const {tree, there, env, call} = await pushing();
	await call(['apply', '7', '--commit', '--json']);
	const before = there();
	const ask = async (answer: string) => {
		const terminal = tree.terminal(['apply', '7', '--push'], {env, columns: 40});
		await terminal.waitFor('Push to the pull request?');
		expect(terminal.screen()).toContain('Then: push to octo/app feature/limits.');
		terminal.press(`${answer}\r`);
		return terminal.ended;
	};
	expect([await ask('n'), there()]).toEqual([3, before]);
	expect([await ask('y'), there()]).toEqual([0, tree.head]);
});

test('a dry run names what keeps the run from pushing', async () => {
	const {moveThere, call} = await pushing();
	moveThere();
	const {code, json} = await call(['apply', '7', '--push', '--dry-run', '--json']);
	expect([code, json]).toMatchObject([3, {pushPreview: null, stops: [{code: 'behind'}]}]);
});

test('what could not be pushed is not said', async () => {
	const {review, push, hook} = await pushing({review: twoOfBots});
	hook('pre-receive', 'echo "GH013: Repository rule violations found" >&2; exit 1');
	const {code} = await push('--publish');
	expect([code, repliesOf(review)]).toEqual([4, [[], [], []]]);
});

test('a pending review keeps replies back, and not the push', async () => {
	const {tree, review, there, push} = await pushing({
		review(review) {
			twoOfBots(review);
			review.pullRequest.review({state: 'PENDING', author: user('octocat')});
		},
	});
	const {code, report} = await push('--publish');
	expect([code, there(), repliesOf(review)]).toEqual([3, tree.head, [[], [], []]]);
	expect(report.stops).toMatchObject([{step: 'publish', code: 'pending-review'}]);
});

test('a pending review that is submitted once the push was prepared keeps no replies back', async () => {
	const {tree, review, host, push} = await pushing({
		review(review) {
			twoOfBots(review);
			review.pullRequest.review({state: 'PENDING', author: user('octocat')});
		},
	});
	const [draft] = review.pullRequest.data.reviews;
	host.faults.on(
		'Publish',
		fault.meanwhile(() => Object.assign(draft!, {state: 'COMMENTED'})),
	);
	const {code, report} = await push('--publish');
	const applied = [`Applied in ${tree.head}.`];
	expect([code, report.stops, repliesOf(review)]).toEqual([0, [], [applied, applied, applied]]);
});

test('a pull request that is closed right before the push gets no replies', async () => {
	const {tree, review, host, there, push} = await pushing({review: twoOfBots});
	host.faults.on(
		'Publish',
		fault.none(),
		fault.meanwhile(() => Object.assign(review.pullRequest.data, {state: 'CLOSED'})),
	);
	const {code, report} = await push('--publish');
	expect([code, there(), repliesOf(review)]).toEqual([3, tree.head, [[], [], []]]);
	expect(report.stops).toMatchObject([{step: 'publish', code: 'not-open'}]);
});

test('who requests changes once the push was prepared is asked for another review', async () => {
	const {review, host, push} = await pushing({review: twoOfBots});
	host.faults.on(
		'Publish',
		fault.meanwhile(() => review.pullRequest.review({state: 'CHANGES_REQUESTED', author: user('ann')})),
	);
	const {code} = await push('--reply', '--request-review');
	expect([code, review.pullRequest.data.reviewRequests]).toEqual([0, ['ann']]);
});
