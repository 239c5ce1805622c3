import {expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {pushing} from '../closing/pushing.ts';

const rabbit = {author: bot('coderabbitai')};

/** A round that pushed one of two suggestions, because carol had answered the other. */
async function oneAnswered() {
	const made = await pushing({
		review: review =>
			void review.suggest('src/list.txt', 2, ['item two'], rabbit).suggest('src/other.txt', 3, ['entry three'], rabbit),
	});
	const {comments} = made.review.pullRequest.data.reviewThreads[0]!;
	comments.push({...comments[0]!, id: 'answer', fullDatabaseId: '90', author: user('carol'), body: 'No.'});
	const watch = async (...flags: string[]) => {
		const {code, json} = await made.call(['watch', '7', '--once', '--publish', '--yes', '--json', ...flags]);
		return {code, ...(json as {end: string; rounds: {commits: object[]}[]})};
	};
	expect(await watch()).toMatchObject({code: 3, end: 'open', rounds: [{commits: {length: 1}}]});
	return {...made, comments, watch, isPushed: () => made.tree.read('src/list.txt').includes('item two')};
}

test('a finding that is still held back is no reason for another round', async () => {
	const {watch, isPushed, there} = await oneAnswered();
	const head = there();
	const {rounds} = await watch();
	expect([rounds[0]!.commits, isPushed(), there()]).toEqual([[], false, head]);
});

test('a finding whose answer was deleted is new', async () => {
	const {watch, comments, isPushed, there, tree} = await oneAnswered();
	comments.pop();
	await watch();
	expect([isPushed(), there()]).toEqual([true, tree.head]);
});

test('so is one that --over-objections takes', async () => {
	const {watch, isPushed, there, tree} = await oneAnswered();
	await watch('--over-objections');
	expect([isPushed(), there()]).toEqual([true, tree.head]);
});
