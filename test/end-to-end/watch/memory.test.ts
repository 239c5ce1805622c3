import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {atMost, lastLines, newWords} from '../../emulators/reviewers/scripts.ts';
import {path, type Watching, watching} from './watching.ts';

/** As in a fresh clone, such as that of a CI job. */
const forget = ({tree}: Watching) => rmSync(join(tree.root, '.git/pr-resolve'), {recursive: true});

test('commands in fresh clones count the rounds of all', async () => {
	const world = await watching([{behavior: newWords(path, 4)}]);
	for (const _ of [1, 2]) {
		const {code, report} = await world.watch('--once', '--max-rounds', '2');
		expect([code, report.rounds]).toMatchObject([0, [{summary: {applied: 1}}]]);
		forget(world);
		await world.idle(240);
	}
	const {code, report} = await world.watch('--once', '--max-rounds', '2');
	expect([code, report]).toMatchObject([5, {end: 'stopped', stoppedBy: 'rounds', rounds: [{commits: []}]}]);
});

test('a loop is recognized in a fresh clone', async () => {
	const world = await watching([{behavior: lastLines(path)}]);
	await world.watch('--once');
	forget(world);
	await world.idle(240);
	const {code, report} = await world.watch('--once');
	expect([code, report]).toMatchObject([
		5,
		{stoppedBy: 'self-made', rounds: [{rounds: {number: 2, limit: 3, stoppedBy: 'self-made', selfMade: 3}}]},
	]);
	const {stdout} = await world.call(['watch', '7', '--publish', '--once', '--yes']);
	expect(stdout).toMatch(/See what is open: pr-resolve review 7\n$/);
});

test.each([true, false])('the same head twice is no second round, also in a fresh clone: %s', async isFresh => {
	const world = await watching([{behavior: atMost(1, newWords(path, 4))}]);
	await world.idle(240);
	await world.watch('--once');
	if (isFresh) forget(world);
	const writes = world.host.writes.length;
	const head = world.there();
	const {report} = await world.watch('--once');
	expect(report.rounds).toMatchObject([{commits: []}]);
	expect([world.there(), world.host.writes.length]).toEqual([head, writes]);
});

test('what was only applied in the folder is pushed by the next command', async () => {
	const world = await watching([{behavior: atMost(1, newWords(path, 4))}]);
	const before = world.there();
	await world.call(['watch', '7', '--once', '--yes']);
	expect([world.there(), world.tree.read(path)]).toEqual([before, expect.stringContaining('version 1')]);
	await world.watch('--once');
	expect(world.there()).not.toBe(before);
});
