import {expect, test} from 'vitest';
import {Failure} from '../../../source/failure.ts';
import type {FleetReport} from '../../../source/run/fleet/fleet-report.ts';
import {fault} from '../../emulators/github/faults.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit} from '../no-checkout/applying.ts';
import {fleetToApply} from './applying.ts';

const flags = ['acme', '--apply', '--publish', '--yes', '--json'];

const interrupted = () => new Failure('interrupted', 'interrupted', 'Interrupted (SIGTERM).');

/** What it asks for is there already: it gets a reply and a resolve, and no commit. */
const alreadyDone = (review: Review) => review.suggest('src/list.txt', 2, ['item 2'], rabbit);

const [entryOf, often] = [({pullRequests: [entry]}: FleetReport) => entry, Array.from({length: 12})];

test.each([
	['Reply', {replies: 1, resolved: 0}],
	['Resolve', {replies: 1, resolved: 1}],
])(
	'a pull request without a commit, interrupted after its %s: its report and every later one has what was written',
	async (operation, written) => {
		const {fleet, host} = await fleetToApply([{repository: 'acme/api', number: 1, review: alreadyDone}]);
		const user = new AbortController();
		host.faults.on(
			operation,
			fault.meanwhile(() => user.abort(interrupted())),
		);
		const cut = await fleet(flags, {}, user.signal);
		expect([cut.code, entryOf(cut.report())]).toMatchObject([130, {state: 'failed', commits: [], ...written}]);
		for (let times = 0; times < 2; times++) {
			const {code, report} = await fleet([...flags, '--resume']);
			expect([code, entryOf(report())]).toMatchObject([0, {state: 'done', replies: 1, resolved: 1, undo: null}]);
		}
		expect(host.writes.length).toBe(2);
	},
);

/** A pull request whose commit is made and whose reply was refused. */
async function failedAtReply() {
	const opened = await fleetToApply([{repository: 'acme/api', number: 1}]);
	opened.host.faults.on('Reply', ...often.map(() => fault.status(502, 'Bad gateway')));
	const {report} = await opened.fleet(flags);
	opened.host.faults.clear();
	const {commits, undo, state} = entryOf(report())!;
	expect([state, commits.map(({oid}) => oid)]).toEqual(['failed', [opened.headOf('acme/api', 1)]]);
	return {...opened, first: {commits, undo}};
}

test('a run that failed after its commit, and cannot be read to go on, is reported with its commit and its undo', async () => {
	const {fleet, host, first} = await failedAtReply();
	host.faults.on('Publish', ...often.map(() => fault.status(502, 'Bad gateway')));
	const {code, report} = await fleet([...flags, '--resume']);
	expect([code, entryOf(report())]).toMatchObject([1, {state: 'failed', error: {code: 'server-error'}, ...first}]);
	host.faults.clear();
	const last = await fleet([...flags, '--resume']);
	expect([last.code, entryOf(last.report())]).toMatchObject([0, {state: 'done', replies: 1, resolved: 1, ...first}]);
});

test('a run that failed after its commit, and is interrupted before it goes on, is reported with its commit', async () => {
	const {fleet, host, first} = await failedAtReply();
	const user = new AbortController();
	host.faults.on(
		'Publish',
		fault.meanwhile(() => user.abort(interrupted())),
	);
	const {code, report} = await fleet([...flags, '--resume'], {}, user.signal);
	expect([code, entryOf(report())]).toMatchObject([130, {state: 'failed', error: {code: 'interrupted'}, ...first}]);
});

test('of a run that was killed, the write that may have arrived is unknown until it was looked up', async () => {
	const {fleet, host, cutAfter} = await fleetToApply([{repository: 'acme/api', number: 1}]);
	expect((await cutAfter(2, flags)).code).toBe('SIGKILL');
	host.faults.on('Publish', ...often.map(() => fault.status(502, 'Bad gateway')));
	const {report} = await fleet([...flags, '--resume']);
	const {replies, resolved, unknown, commits} = entryOf(report())!;
	expect([commits.length, replies + unknown.replies + resolved + unknown.resolved]).toEqual([1, replies + 1]);
	host.faults.clear();
	const last = await fleet([...flags, '--resume']);
	expect(entryOf(last.report())).toMatchObject({state: 'done', replies: 1, resolved: 1, unknown: {replies: 0}});
});
