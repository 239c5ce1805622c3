import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ListedPullRequest} from '../../../source/code-host/lists.ts';
import {Failure} from '../../../source/failure.ts';
import type {InboxEvent} from '../../../source/run/inbox/events.ts';
import {reportInbox} from '../../../source/run/inbox/inbox-report.ts';
import {foldInbox, initialInbox} from '../../../source/run/inbox/inbox-state.ts';
import {phaseOf, type RowRead} from '../../../source/run/inbox/row.ts';
import {summarize} from '../../../source/run/report/make-report.ts';

const listed = (number: number, updatedAt = '2026-11-01T00:00:00Z'): ListedPullRequest => ({
	...{owner: 'octo', name: 'app', number, id: `PR_${number}`, url: `https://github.com/octo/app/pull/${number}`},
	...{title: `Change ${number}`, author: 'alice', isDraft: false, createdAt: updatedAt, updatedAt},
});

const read: RowRead = {
	...{state: 'open', title: 'Change', headRefName: 'topic', headRepository: 'octo/app'},
	...{threads: {open: 1, all: 2}, reviewers: [], checks: 'passed', incomplete: []},
};

const summary = summarize([{outcome: 'planned'}]);
const failure = new Failure('failed', 'fetch-failed', 'git could not read it.', 'Try again.');
const found = (...numbers: number[]): InboxEvent => ({
	...{type: 'found', total: null},
	pullRequests: numbers.map(number => listed(number)),
});
const fold = (events: readonly InboxEvent[]) => events.reduce(foldInbox, initialInbox);
const numbers = (events: readonly InboxEvent[]) => fold(events).rows.map(row => row.listed.number);

test('a row that is found twice is one, where it was first', () => {
	expect(numbers([found(3, 2), found(2, 1)])).toEqual([3, 2, 1]);
});

test('whatever becomes known, rows keep their places, and none is lost', () => {
	const id = fc.nat({max: 5}).map(number => `PR_${number}`);
	const event: fc.Arbitrary<InboxEvent> = fc.oneof(
		fc.uniqueArray(fc.nat({max: 5})).map(some => found(...some)),
		id.map(id => ({type: 'reading', id}) as const),
		id.map(id => ({type: 'read', id, read}) as const),
		id.map(id => ({type: 'analyzed', id, summary}) as const),
		id.map(id => ({type: 'failed', id, failure}) as const),
		fc.constant({type: 'wait', reason: 'rate limit', ms: 1000} as const),
		fc.constant({type: 'arrived'} as const),
		fc.constant({type: 'listed', incomplete: []} as const),
	);
	fc.assert(
		fc.property(fc.array(event), fc.array(event), (before, after) => {
			const known = numbers(before);
			expect(numbers([...before, ...after]).slice(0, known.length)).toEqual(known);
		}),
	);
});

test('a row is found, read, and analyzed or failed; read again, it starts over', () => {
	const events: InboxEvent[] = [
		found(1),
		{type: 'reading', id: 'PR_1'},
		{type: 'read', id: 'PR_1', read},
		{type: 'failed', id: 'PR_1', failure},
		{type: 'reading', id: 'PR_1'},
		{type: 'read', id: 'PR_1', read},
		{type: 'analyzed', id: 'PR_1', summary},
	];
	const phases = events.map((_, index) => phaseOf(fold(events.slice(0, index + 1)).rows[0]!));
	expect(phases).toEqual(['found', 'found', 'read', 'failed', 'found', 'read', 'analyzed']);
});

test('a wait for the host lasts until something arrives, whatever is done with what came before', () => {
	const before: InboxEvent[] = [found(1, 2, 3), {type: 'listed', incomplete: []}];
	const wait = {reason: 'rate limited', ms: 60_000};
	const others: InboxEvent[] = [
		{type: 'read', id: 'PR_1', read},
		{type: 'analyzed', id: 'PR_1', summary},
		{type: 'failed', id: 'PR_2', failure},
		{type: 'reading', id: 'PR_2'},
	];
	const waiting = [...before, {type: 'wait', ...wait} as const, ...others];
	expect(fold(waiting).wait).toEqual(wait);
	for (const end of [{type: 'arrived'}, found(4), {type: 'listed', incomplete: []}] satisfies InboxEvent[]) {
		expect(fold([...waiting, end]).wait).toBeNull();
	}
});

test('the report has the newest update first; what was not read makes it exit code 1', () => {
	const pullRequests = [listed(1, '2026-11-01T00:00:00Z'), listed(2, '2026-11-02T02:00:00+04:00'), listed(3)];
	const all = pullRequests.flatMap(({id}): InboxEvent[] => [
		{type: 'read', id, read},
		{type: 'analyzed', id, summary},
	]);
	const whole: InboxEvent[] = [{type: 'found', pullRequests, total: 3}, {type: 'listed', incomplete: []}, ...all];
	const report = reportInbox(fold(whole));
	expect(report.pullRequests.map(({number}) => number)).toEqual([2, 1, 3]);
	expect(report.exitCode).toBe(0);
	const flaws: InboxEvent[] = [
		{type: 'listed', incomplete: ['The search is not complete.']},
		{type: 'failed', id: 'PR_3', failure},
		{type: 'read', id: 'PR_3', read: {...read, incomplete: ['A page of threads is missing.']}},
	];
	for (const flaw of flaws) expect(reportInbox(fold([...whole, flaw])).exitCode).toBe(1);
});
