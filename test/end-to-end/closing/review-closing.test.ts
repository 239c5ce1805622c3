import {expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {open} from '../../helpers/app-terminal.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit} from './publishing.ts';
import {type Pushing, pushing} from './pushing.ts';

const twoOfBots = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
		.suggest('src/other.txt', 3, ['entry three'], {author: rabbit})
		.suggest('notes.md', 5, ['Second and last.'], {author: user('ann')});

const repliesOf = ({review}: Pushing) =>
	review.pullRequest.data.reviewThreads.map(({comments}) => comments.slice(1).map(({body}) => body.split('\n')[0]));

/** The review with everything written, and the steps after that offered. */
async function written(at: Pushing, ...flags: string[]) {
	const terminal = open(at.tree, ['review', '7', ...flags], {env: at.env, columns: 100, rows: 30});
	await terminal.waitFor('3 to apply');
	terminal.press('A');
	await terminal.answer('Write 3 changes', 'y');
	await terminal.waitFor('thumbs up on');
	return terminal;
}

test('what is ticked is done after a y: commit, push, replies and resolves', async () => {
	const at = await pushing({review: twoOfBots});
	const terminal = await written(at);
	terminal.press('4');
	await terminal.waitFor('[x] push');
	terminal.press('5');
	terminal.press('6');
	await terminal.waitFor('[x] resolve ');
	terminal.press('\r');
	await terminal.waitFor('y starts it');
	expect([at.tree.git('log', '-1', '--format=%s'), repliesOf(at)]).toEqual(['A commit', [[], [], []]]);
	terminal.press('y');
	await terminal.waitFor('2 resolved');
	expect(at.there()).toBe(at.tree.head);
	const applied = [`Applied in ${at.tree.head}.`];
	expect(repliesOf(at)).toEqual([applied, applied, applied]);
	expect(at.review.pullRequest.data.reviewThreads.map(({isResolved}) => isResolved)).toEqual([true, true, false]);
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});
