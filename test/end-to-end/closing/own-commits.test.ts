import {describe, expect, test} from 'vitest';
import {bot, user, writing} from '../../emulators/github/data.ts';
import {applying, rabbit} from '../no-checkout/applying.ts';
import {pushing} from './pushing.ts';

const message = 'Apply suggestions from code review\n\nPr-Resolve-Run: 20260101-000000-abc123';

const suggestion = ['src/list.txt', 2, ['item two'], rabbit] as const;

/** The suggestion is on the head by a commit with the trailer, of which nothing is recorded here. */
async function withCommit(headMakers: (string | null)[]) {
	const opened = await applying(review => void review.suggest(...suggestion));
	const text = opened.fileThere('src/list.txt').replace('item 2', 'item two');
	const oid = opened.moveThere({'src/list.txt': text}, message);
	opened.data.headMakers = headMakers;
	return {...opened, oid};
}

describe('a commit with the trailer and no record here', () => {
	test.each([
		['by the account of the token', ['octocat'], 'Applied'],
		['that GitHub made for it', ['octocat', 'web-flow'], 'Applied'],
		['by another account', ['mallory'], 'Already done'],
		['that another account committed', ['octocat', 'mallory'], 'Already done'],
		['by no account', [null], 'Already done'],
	])('%s', async (_, makers, said) => {
		const {apply, threads, oid, there} = await withCommit(makers);
		expect((await apply('--publish')).code).toBe(0);
		expect([threads(), there()]).toEqual([[[true, `${said} in ${oid}.`]], oid]);
	});

	test.each([
		['Applied', 'octocat'],
		['Already done', 'mallory'],
	])('is "%s" in a clone too, if its maker is %s', async (said, maker) => {
		const {tree, review, push, there} = await pushing({review: review => void review.suggest(...suggestion)});
		tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 2', 'item two')});
		tree.git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-q', '-a', '-m', message);
		tree.git('push', '-q', 'origin', 'HEAD');
		const {data} = review.pullRequest;
		data.headMakers = [maker];
		await push('--publish');
		const [, reply] = data.reviewThreads[0]!.comments;
		expect([reply?.body.split('\n')[0], there()]).toEqual([`${said} in ${tree.head}.`, tree.head]);
	});

	test('which a reply of another account names is not answered again', async () => {
		const {apply, threads, oid, data} = await withCommit(['github-actions[bot]']);
		const marker = `{"run":"20260101-000000-abc123","finding":"f1","state":"fixed","commit":"${oid}"}`;
		const body = `Applied in ${oid}.\n\n<!-- pr-resolve:v1 ${marker} -->`;
		const [thread] = data.reviewThreads;
		for (const author of [bot('github-actions')!, user('colleague')!]) {
			thread!.comments.splice(1, 1, {...thread!.comments[0]!, ...writing('https://github.com', {author, body})});
			await apply('--push', '--reply');
			expect([author.login, threads()]).toEqual([author.login, [[false, `Applied in ${oid}.`]]]);
		}
	});
});
