import {expect, test} from 'vitest';
import {Failure} from '../../../source/failure.ts';
import type {FleetReport} from '../../../source/run/fleet/fleet-report.ts';
import {fault} from '../../emulators/github/faults.ts';
import {ledTo} from '../../emulators/vendor/lead.ts';
import {shouldRead} from '../../emulators/vendor/obedient.ts';
import {newFolder} from '../../helpers/folders.ts';
import {openAiModel} from '../../helpers/models.ts';
import type {Review} from '../../helpers/review-of.ts';
import {onceSo} from '../../helpers/wait.ts';
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

test.each(['kept', 'gone'])(
	'a pull request that was cut after its commit is answered by the next fleet, its record %s',
	async state => {
		const {fleet, host, headOf, commitsOn} = await fleetToApply([{repository: 'acme/api', number: 1}]);
		const user = new AbortController();
		host.faults.on(
			'CreateCommit',
			fault.meanwhile(() => user.abort(interrupted())),
		);
		await fleet(flags, {}, user.signal);
		expect(commitsOn('acme/api', 1)).toBe(1);
		const {code, report} = await fleet(flags, state === 'gone' ? {XDG_STATE_HOME: newFolder()} : {});
		expect([code, entryOf(report())]).toMatchObject([0, {state: 'done', commits: [], replies: 1, resolved: 1}]);
		const [{comments, isResolved} = {comments: []}] = host.world.pullRequests[0]!.reviewThreads;
		const [, reply] = comments;
		expect([reply?.body.split('\n')[0], isResolved]).toEqual([`Applied in ${headOf('acme/api', 1)}.`, true]);
		const again = await fleet(flags);
		expect([again.code, commitsOn('acme/api', 1), again.stderr]).toEqual([
			0,
			1,
			expect.not.stringContaining('not finished'),
		]);
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

const words = (line: number) => (review: Review) =>
	review.comment('src/list.txt', line, shouldRead(`ITEM ${line}`), rabbit);

const both = [1, 2].map(number => ({repository: 'acme/api', number, review: words(number)}));

test('a resumed fleet has the cost of all its runs, also of one that was killed', async () => {
	const service = await openAiModel();
	const asking = ['fleet', ...flags, '--llm-preset', 'openai-api-mini'];
	const whole = await fleetToApply(both);
	const {llm} = (await whole.outside.run(asking, {env: {...whole.env, ...ledTo(service)}})).json as FleetReport;
	const [each, before] = [llm!.costUsd / 2, service.asks().length];
	expect([before, llm!.unknownCosts]).toEqual([2, 0]);
	const {outside, host, env} = await fleetToApply(both);
	const run = async (...more: string[]) =>
		(await outside.run([...asking, ...more], {env: {...env, ...ledTo(service)}})).json as FleetReport;
	const killed = await outside.run(asking, {
		env: {...env, ...ledTo(service)},
		meanwhile: child =>
			onceSo(
				() => host.writes.length > 0,
				() => child.kill('SIGKILL'),
			),
	});
	expect(killed.code).toBe('SIGKILL');
	const atKill = service.asks().length - before;
	expect(atKill).toBeGreaterThan(0);
	const last = await run('--resume');
	expect(last.totals.states).toMatchObject({done: 2});
	const billed = each * (service.asks().length - before);
	expect(last.llm!.requests).toBeGreaterThanOrEqual(service.asks().length - before);
	// Of a request without an answer, the most that it can have cost counts.
	expect(last.llm!.costUsd).toBeGreaterThan(billed - each / 100);
	if (last.llm!.unknownCosts === 0) expect(last.llm!.costUsd).toBeLessThan(billed + each / 100);
	const {requests, costUsd, unknownCosts} = last.llm!;
	expect((await run('--resume')).llm).toMatchObject({requests, costUsd, unknownCosts});
});
