import {describe, expect, test} from 'vitest';
import {newFolder} from '../../helpers/folders.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import type {Review} from '../../helpers/review-of.ts';
import {applying, rabbit} from '../no-checkout/applying.ts';
import {pushing} from './pushing.ts';

const path = 'src/list.txt';

/** Another suggestion for the line, written on the head. */
function suggestAgain({pullRequest}: Review, head: string): void {
	const commit = {oid: head};
	const diffHunk = '@@ -1,2 +1,2 @@\n item 1\n-item 2\n+item two';
	for (const thread of pullRequest.data.reviewThreads) Object.assign(thread, {isOutdated: true, line: null});
	const seen = {commit, originalCommit: commit, diffHunk};
	pullRequest.thread({path, line: 2, body: suggestion('item zwei'), ...seen, ...rabbit});
}

const suggest = (review: Review) => void review.suggest(path, 2, ['item two'], rabbit);

const askMore = (review: Review) =>
	void review.comment(path, 2, `${suggestion('item two')}\n\nAlso change src/other.txt.`, rabbit);

async function withoutCheckout(ask = suggest) {
	let review: Review | null = null;
	const {call, url, ...opened} = await applying(made => {
		review = made;
		ask(made);
	});
	const apply = (...flags: string[]) => {
		const state = flags.includes('--forget') ? {XDG_STATE_HOME: newFolder()} : {};
		const kept = flags.filter(flag => flag !== '--forget');
		return call(['apply', url, '--no-checkout', '--push', '--json', ...kept], state);
	};
	const {data} = opened;
	return {...opened, apply, data, again: () => suggestAgain(review!, opened.there())};
}

async function inClone() {
	const {call, review, there} = await pushing({review: suggest});
	const apply = (...flags: string[]) => call(['apply', '7', '--push', '--json', ...flags]);
	return {apply, there, data: review.pullRequest.data, again: () => suggestAgain(review, there())};
}

type Opened = Pick<Awaited<ReturnType<typeof inClone>>, 'data'>;

const threadsOf = ({data}: Opened) =>
	data.reviewThreads.map(({isResolved, comments}) => [
		isResolved,
		...comments.slice(1).map(({body}) => body.split('\n')[0]),
	]);

describe('a thread that has its reply but not its resolve', () => {
	test.each([
		['in a clone', inClone, []],
		['without a checkout', () => withoutCheckout(), []],
		['without a checkout and without records', () => withoutCheckout(), ['--forget']],
	])('is resolved once a later run has changed its line, %s', async (_, open, flags) => {
		const opened = await open();
		await opened.apply('--reply');
		const first = opened.there();
		expect(threadsOf(opened)).toEqual([[false, `Applied in ${first}.`]]);
		opened.again();
		await opened.apply('--publish', ...flags);
		expect(opened.there()).not.toBe(first);
		expect(threadsOf(opened)).toEqual([
			[true, `Applied in ${first}.`],
			[true, `Applied in ${opened.there()}.`],
		]);
	});

	test.each([
		['a person has changed', 'Mine'],
		[
			'a revert of ours has changed',
			'Revert "Apply suggestions from code review"\n\nPr-Resolve-Run: 20260101-000000-abc123',
		],
	])('stays open if %s its line', async (_, message) => {
		const opened = await withoutCheckout();
		await opened.apply('--reply');
		const first = opened.there();
		opened.moveThere({[path]: opened.fileThere(path).replace('item two', 'item deux')}, message);
		opened.data.headMakers = ['octocat'];
		await opened.apply('--publish');
		expect(threadsOf(opened)).toEqual([[false, `Applied in ${first}.`]]);
	});

	test('stays open if its comment asks for more', async () => {
		const opened = await withoutCheckout(askMore);
		await opened.apply('--publish');
		const first = opened.there();
		opened.again();
		await opened.apply('--publish');
		expect(threadsOf(opened)).toEqual([
			[false, `Applied in ${first}.`],
			[true, `Applied in ${opened.there()}.`],
		]);
	});
});
