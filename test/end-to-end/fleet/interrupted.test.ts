import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {Failure} from '../../../source/failure.ts';
import {onceSo} from '../../helpers/wait.ts';
import {twoSuggestions} from '../no-checkout/applying.ts';
import {clonesIn} from '../no-checkout/reading.ts';
import {fleetToApply, statesIn} from './applying.ts';

const flags = ['acme', '--apply', '--publish', '--yes', '--json'];

const five = [
	{repository: 'acme/api', number: 1},
	{repository: 'acme/api', number: 2},
	{repository: 'acme/api', number: 3},
	{repository: 'acme/web', number: 4},
	{repository: 'acme/web', number: 5},
];

test.each([1, 4, 7])(
	'killed after %i writes, --resume finishes what was cut and takes the rest: nothing is doubled',
	async writes => {
		const {fleet, host, cutAfter, commitsOn, repliesTo} = await fleetToApply(five);
		const killed = await cutAfter(writes, flags);
		expect(killed.code).toBe('SIGKILL');
		const {code, report} = await fleet([...flags, '--resume']);
		expect([code, report().totals]).toMatchObject([0, {states: {done: 5}}]);
		for (const {repository, number} of five) {
			expect([number, commitsOn(repository, number), repliesTo(number)]).toEqual([number, 1, [1]]);
		}
		expect(report().totals).toMatchObject({commits: 5, replies: 5, resolved: 5, summary: {findings: 5, applied: 5}});
		const after = host.writes.length;
		expect((await fleet([...flags, '--resume'])).code).toBe(0);
		expect(host.writes.length).toBe(after);
	},
);

test('an interruption leaves the rest not started, removes what is temporary, and can be resumed', async () => {
	const {fleet, host, env, commitsOn, repliesTo} = await fleetToApply(five);
	const interrupt = new AbortController();
	const reason = new Failure('interrupted', 'interrupted', 'Interrupted (SIGINT).');
	onceSo(
		() => host.writes.length > 0,
		() => interrupt.abort(reason),
	);
	const cut = await fleet(flags, {}, interrupt.signal);
	expect([cut.code, cut.report()]).toMatchObject([130, {error: {code: 'interrupted'}, exitCode: 130}]);
	expect(Object.values(statesIn(cut.report()))).toContain('not-started');
	expect(clonesIn(env.TMPDIR!)).toEqual([]);
	const {code, report} = await fleet([...flags, '--resume']);
	expect([code, report().totals.states.done]).toEqual([0, 5]);
	for (const {repository, number} of five) {
		expect([number, commitsOn(repository, number), repliesTo(number)]).toEqual([number, 1, [1]]);
	}
});

test('what was cut on a pull request that was merged meanwhile is reported, though it is listed no more', async () => {
	const {fleet, host, cutAfter, repliesTo} = await fleetToApply([
		{repository: 'acme/api', number: 1, review: twoSuggestions},
	]);
	await cutAfter(2, flags);
	expect(repliesTo(1).includes(0)).toBe(true);
	host.world.pullRequests[0]!.state = 'MERGED';
	const {code, report} = await fleet([...flags, '--resume']);
	expect([code, report().pullRequests]).toMatchObject([
		3,
		[
			{
				...{repository: 'acme/api', number: 1, state: 'done'},
				commits: [{oid: expect.stringMatching(/./)}],
				summary: {findings: 2, applied: 2},
				error: {code: 'not-open', message: expect.stringContaining('the pull request is merged')},
			},
		],
	]);
	expect(repliesTo(1)).toEqual([1, 0]);
});

test('what was done before a kill and merged since is in the next report, and in no later one', async () => {
	const {fleet, host, env, outside} = await fleetToApply(five);
	const folder = `${outside.env.XDG_STATE_HOME}/pr-resolve/fleets`;
	const done = () => {
		const [fleet] = existsSync(folder) ? readdirSync(folder) : [];
		const file = `${folder}/${fleet}/progress.jsonl`;
		return /^\{"key":"[^"]*#(\d)",.*"state":"done"/m.exec(existsSync(file) ? readFileSync(file, 'utf8') : '');
	};
	await outside.run(['fleet', ...flags], {
		env,
		meanwhile: child =>
			onceSo(
				() => done() !== null,
				() => child.kill('SIGKILL'),
			),
	});
	const merged = Number(done()![1]);
	host.world.pullRequests.find(({number}) => number === merged)!.state = 'MERGED';
	const {code, report} = await fleet([...flags, '--resume']);
	expect([code, report().totals]).toMatchObject([0, {states: {done: 5}, commits: 5, replies: 5}]);
	expect((await fleet([...flags, '--resume'])).report().totals.pullRequests).toBe(4);
});

test.each([false, true])(
	'what a run has done counts, though the process was killed before it noted its end; cut before: %s',
	async isCut => {
		const {fleet, cutAfter, outside} = await fleetToApply(five.slice(0, 2));
		if (isCut) {
			await cutAfter(1, flags);
		}
		const done = {states: {done: 2}, commits: 2, replies: 2, resolved: 2, summary: {findings: 2, applied: 2}};
		expect((await fleet([...flags, ...(isCut ? ['--resume'] : [])])).report().totals).toMatchObject(done);
		const fleets = `${outside.env.XDG_STATE_HOME}/pr-resolve/fleets`;
		const file = `${fleets}/${readdirSync(fleets)[0]}/progress.jsonl`;
		const lines = readFileSync(file, 'utf8').split('\n');
		writeFileSync(file, lines.filter(line => !/"pull":null|"reported"/.test(line)).join('\n'));
		expect((await fleet([...flags, '--resume'])).report().totals).toMatchObject(done);
	},
);

test('while a fleet is applied, the same one cannot be started again; once it is killed it can', async () => {
	const {fleet, host, env, outside, commitsOn, repliesTo} = await fleetToApply(five);
	let second: ReturnType<typeof fleet> | null = null;
	const first = await outside.run(['fleet', ...flags], {
		env,
		meanwhile: child =>
			onceSo(
				() => host.writes.length >= 1,
				() => (second = fleet(flags).finally(() => child.kill('SIGKILL'))),
			),
	});
	expect(first.code).toBe('SIGKILL');
	const {code, report} = await second!;
	expect([code, report()]).toMatchObject([
		1,
		{error: {code: 'locked', message: expect.stringMatching(/^Another pr-resolve \(.*\) is applying this fleet\.$/)}},
	]);
	const resumed = await fleet([...flags, '--resume']);
	expect([resumed.code, resumed.report().totals]).toMatchObject([0, {states: {done: 5}, commits: 5, replies: 5}]);
	for (const {repository, number} of five) {
		expect([number, commitsOn(repository, number), repliesTo(number)]).toEqual([number, 1, [1]]);
	}
});
