import {expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {atMost, newWords} from '../../emulators/reviewers/scripts.ts';
import {ada} from '../closing/committing.ts';
import type {Pushing} from '../closing/pushing.ts';
import {path, type Watching, watching} from './watching.ts';

const minute = 60_000;
const flags = ['--quiet', '300'];

type World = Pushing & Pick<Watching, 'elapsed'>;

/** What happens at these minutes of a watch, each once. */
function at(minutes: readonly number[], happen: (world: World, index: number) => void) {
	let next = 0;
	return (world: World) => {
		if (next >= minutes.length || world.elapsed() < minutes[next]! * minute) return;
		happen(world, next++);
	};
}

/** What a comment on the present head has. */
function now({tree, elapsed}: World) {
	const time = new Date(Date.now() + elapsed()).toISOString();
	const commit = {oid: tree.head};
	return {createdAt: time, updatedAt: time, commit, originalCommit: commit};
}

/** Two bots want a line to read differently: nothing is applied. */
const disagree = (line: number) => (world: World, index: number) => {
	for (const login of ['coderabbitai', 'copilot'])
		world.review.suggest(path, line + index, [`as ${login} has it`], {...now(world), author: bot(login)});
};

/** Carol says something that has no code, on a line that a round may have written. */
const remark = (world: World, index: number) =>
	world.review.comment(path, 4, `Still thinking about it, ${index}.`, {...now(world), author: user('carol')});

test('plain remarks of a person stop nothing, whatever comes of them', async () => {
	const world = await watching([], at([0, 3, 6, 9], remark));
	const {code, report} = await world.watch(...flags);
	expect([code, report]).toMatchObject([
		0,
		{end: 'clean', stoppedBy: null, reason: 'nothing is left to apply (4 in words)'},
	]);
	expect(world.host.writes).toEqual([]);
});

test('nor do they on lines that pr-resolve wrote, after its last round', async () => {
	const once = atMost(1, newWords(path, 4));
	const world = await watching([{behavior: once}], at([2, 2, 2, 2], remark));
	const {code, report} = await world.watch(...flags, '--max-rounds', '1', '--for', '1200');
	expect([code, report]).toMatchObject([
		3,
		{end: 'clean-unverified', stoppedBy: null, rounds: [{summary: {applied: 1}}]},
	]);
	expect(report.reason).toContain('(4 in words)');
});

test('bots that agree on nothing are stopped after two rounds in a row', async () => {
	const world = await watching([], at([0, 3, 6, 9, 12], disagree(3)));
	const {code, report} = await world.watch(...flags);
	expect([code, report]).toMatchObject([
		5,
		{stoppedBy: 'no-progress', reason: '2 rounds in a row applied nothing', rounds: [{}, {}]},
	]);
});

test('a push of yours begins the count again', async () => {
	const push = ({tree}: World) => {
		tree.put({[path]: tree.read(path).replace('item 12\n', 'item twelve\n')});
		tree.git(
			'-c',
			`user.name=${ada.GIT_AUTHOR_NAME}`,
			'-c',
			`user.email=${ada.GIT_AUTHOR_EMAIL}`,
			'commit',
			'-qam',
			'Mine',
		);
		tree.git('push', '-q', 'origin', 'HEAD');
	};
	const [bots, mine] = [at([0, 3, 9, 12, 15], disagree(3)), at([6], push)];
	const world = await watching([], one => {
		mine(one);
		bots(one);
	});
	const {code, report} = await world.watch(...flags);
	expect([code, report]).toMatchObject([
		5,
		{stoppedBy: 'no-progress', reason: '2 rounds in a row applied nothing', rounds: [{}, {}, {}, {}]},
	]);
});
