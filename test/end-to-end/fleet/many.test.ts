import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import type {Review} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {fleetToApply, oneSuggestion} from './applying.ts';

/** A thread that is resolved already: there is nothing to apply, and no file to read. */
const resolved = (review: Review) => review.comment('src/list.txt', 2, 'Why?', {isResolved: true});

test('of 1,000 pull requests, 3 fail in different ways, and all others are done', async () => {
	const badSettings = workTree();
	badSettings.commit({'.pr-resolve.yaml': 'trust: anyone\n'});
	const special: Record<number, object> = {
		7: {review: oneSuggestion},
		200: {review: oneSuggestion, tree: badSettings},
		400: {review: oneSuggestion, repository: 'acme/broken'},
		600: {review: oneSuggestion},
		993: {review: oneSuggestion},
	};
	const numbers = Array.from({length: 1000}, (_, index) => index + 1);
	const wanted = numbers.map(number => ({
		...{repository: `acme/app-${number % 10}`, number, review: resolved},
		...special[number],
	}));
	const {fleet, host, root, commitsOn} = await fleetToApply(wanted);
	rmSync(join(root, 'acme/broken.git'), {recursive: true});
	const {pullRequests: onHost} = host.world;
	const remove = () =>
		onHost.splice(
			onHost.findIndex(({number}) => number === 600),
			1,
		);
	host.faults.on('HeadFiles', fault.meanwhile(remove));
	const {code, report, stderr} = await fleet(['acme', '--apply', '--publish', '--yes', '--json']);
	const {totals, pullRequests} = report();
	expect([code, totals]).toMatchObject([
		2,
		{pullRequests: 1000, states: {done: 997, failed: 3, 'not-started': 0}, commits: 2, replies: 2, resolved: 2},
	]);
	expect(pullRequests.map(({number}) => number).toSorted((one, other) => one - other)).toEqual(numbers);
	const failed = pullRequests.filter(({state}) => state === 'failed');
	expect(Object.fromEntries(failed.map(({number, exitCode, error}) => [number, [exitCode, error?.code]]))).toEqual({
		200: [2, 'forbidden-setting'],
		400: [1, 'fetch-failed'],
		600: [1, 'pull-request-not-found'],
	});
	expect([commitsOn('acme/app-7', 7), commitsOn('acme/app-3', 993), commitsOn('acme/app-1', 11)]).toEqual([1, 1, 0]);
	expect(stderr.split('\n').filter(line => /^acme\/[\w-]+#\d+: /.test(line))).toHaveLength(1000);
	// Those with nothing to do are read ten at a time.
	expect(host.requests.length).toBeLessThan(250);
});
