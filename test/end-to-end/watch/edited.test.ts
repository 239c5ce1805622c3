import {expect, test} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import type {Pushing} from '../closing/pushing.ts';
import {path, type Watching, watching} from './watching.ts';

const minute = 60_000;
const flags = ['--quiet', '300', '--for', '900'];

/** A bot that never writes a second comment: at these minutes, it edits its only one into the next text. */
async function editing(first: string, edits: readonly [minutes: number, text: string][]) {
	const left = [...edits];
	const world = await watching([], ({review, elapsed}: Pushing & Pick<Watching, 'elapsed'>) => {
		if (left.length === 0 || elapsed() < left[0]![0] * minute) return;
		const [, body] = left.shift()!;
		const [thread] = review.pullRequest.data.reviewThreads;
		Object.assign(thread!.comments[0]!, {body, updatedAt: new Date(Date.now() + elapsed()).toISOString()});
	});
	const now = new Date().toISOString();
	world.review.comment(path, 3, first, {author: bot('coderabbitai'), createdAt: now, updatedAt: now});
	const thread = () => {
		const [{isResolved, comments}] = world.review.pullRequest.data.reviewThreads as [
			Pushing['review']['pullRequest']['data']['reviewThreads'][number],
		];
		return [isResolved, ...comments.slice(1).map(({body}) => body.split('\n')[0])];
	};
	return {...world, thread};
}

test('an old comment that gets a suggestion is applied in the next round', async () => {
	const world = await editing('This can be said better.', [[3, `Better so.\n\n${suggestion('item three')}`]]);
	const {report} = await world.watch(...flags);
	expect(report.rounds).toMatchObject([{commits: []}, {summary: {applied: 1}, commits: [{pushed: true}]}]);
	expect(world.thread()).toEqual([true, `Applied in ${world.there()}.`]);
});

test('one that gets another suggestion before it is applied is applied as it is then', async () => {
	const [conflict, agreed] = [`A.\n\n${suggestion('one')}`, `B.\n\n${suggestion('two')}`];
	const world = await editing(conflict, [[3, agreed]]);
	const now = new Date().toISOString();
	world.review.suggest(path, 3, ['two'], {author: bot('copilot'), createdAt: now, updatedAt: now});
	const {report} = await world.watch(...flags);
	expect(report.rounds).toMatchObject([{summary: {conflict: 2}}, {summary: {applied: 2}, commits: [{pushed: true}]}]);
	expect(world.tree.read(path)).toContain('item 2\ntwo\nitem 4\n');
});

test('one that is resolved stays resolved, and its line as it was applied', async () => {
	const world = await editing(`A.\n\n${suggestion('item three')}`, [[3, `B.\n\n${suggestion('item iii')}`]]);
	const {report} = await world.watch(...flags);
	expect([report.stoppedBy, report.rounds]).toMatchObject([null, [{summary: {applied: 1}}]]);
	expect([world.thread(), world.tree.read(path)]).toEqual([
		[true, `Applied in ${world.there()}.`],
		expect.stringContaining('item three\n'),
	]);
});

test('one that is edited without end after it was applied is pushed once, and stopped', async () => {
	const edits = [3, 6, 9, 12].map((at): [number, string] => [at, `B.\n\n${suggestion(`item three, ${at}`)}`]);
	const world = await editing(`A.\n\n${suggestion('item three')}`, edits);
	const args = ['watch', '7', '--push', '--reply', '--yes', '--json', ...flags];
	const {code, json} = await world.call(args);
	// The lines that it is on are no longer those that the bot has seen.
	expect([code, json]).toMatchObject([
		5,
		{stoppedBy: 'no-progress', rounds: [{summary: {applied: 1}}, {summary: {stale: 1}}, {summary: {stale: 1}}]},
	]);
	expect(world.thread()).toEqual([false, `Applied in ${world.there()}.`]);
});
