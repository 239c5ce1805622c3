import {expect, test} from 'vitest';
import {applying} from '../no-checkout/applying.ts';
import {clonesIn} from '../no-checkout/reading.ts';

const once = ['--once', '--publish', '--no-checkout', '--yes', '--json'];

test('one round without a clone commits on GitHub; a second one writes nothing, also without what the first remembers', async () => {
	const {call, url, there, threads, host, env} = await applying();
	const before = there();
	const first = await call(['watch', url, ...once]);
	expect([first.code, first.json]).toMatchObject([
		0,
		{end: 'clean', rounds: [{summary: {applied: 2}, commits: [{via: 'api', pushed: true}], rounds: {number: 1}}]},
	]);
	expect(there()).not.toBe(before);
	expect(threads()).toEqual(Array.from({length: 2}, () => [true, `Applied in ${there()}.`]));
	const [writes, head] = [host.writes.length, there()];
	for (const state of [{}, {XDG_STATE_HOME: `${env.TMPDIR}/none`}]) {
		const again = await call(['watch', url, ...once], state);
		expect([again.code, again.json]).toMatchObject([0, {end: 'clean', rounds: [{commits: [], rounds: {number: 2}}]}]);
		expect([host.writes.length, there()]).toEqual([writes, head]);
	}
	expect(clonesIn(env.TMPDIR)).toEqual([]);
});

test('rounds without a clone go on until the pull request is quiet', async () => {
	const {call, url, there} = await applying();
	const before = there();
	const {code, json, stderr} = await call([
		'watch',
		url,
		'--no-checkout',
		'--publish',
		'--yes',
		'--json',
		'--for',
		'600',
	]);
	// The emulated reviewers never look again.
	expect([code, json]).toMatchObject([3, {end: 'clean-unverified', rounds: [{summary: {applied: 2}}]}]);
	expect(stderr).toContain('Round 1 of 3.');
	expect(there()).not.toBe(before);
});

test.each([
	[['--once', '--no-checkout'], '--no-checkout needs --push'],
	[['--no-checkout', '--push', '--verify', 'true'], '--no-checkout and --verify cannot be combined'],
])('%j is a usage error', async (flags, message) => {
	const {call, url, host} = await applying();
	const {code, json} = await call(['watch', url, ...flags, '--json']);
	expect([code, json]).toMatchObject([2, {error: {message: expect.stringContaining(message)}}]);
	expect(host.writes).toEqual([]);
});
