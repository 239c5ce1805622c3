import {expect, test} from 'vitest';
import {afterwards, expectRestored} from '../../helpers/app-terminal.ts';
import {type Pushing, pushing} from '../closing/pushing.ts';

const open = ({tree, env}: Pushing, args: readonly string[], more = {}) =>
	tree.terminal(['watch', '7', '--publish', ...args], {env: {...env, LANG: 'C.UTF-8', ...more}, shell: afterwards});

test('in a terminal: one question that names all, a live screen, and q ends it with the result on the normal screen', async () => {
	const world = await pushing();
	const terminal = open(world, ['--verify', 'grep -q First notes.md', '--trust-code', '--react']);
	await terminal.waitFor('Start?');
	for (const text of [
		'On octo/app#7, this takes up to 3 rounds in up to 60 min. Without asking again it may:',
		'- apply changes to the files of this folder',
		'- run "grep -q First notes.md"',
		'- commit, and push to the pull request',
		'- reply in review threads',
		'- resolve review threads of bots',
		'- react to comments',
	])
		expect(terminal.screen()).toContain(text);
	expect(world.host.writes).toEqual([]);
	terminal.press('y\r');
	await terminal.waitFor(/round 1 of 3 {2}2 applied; verification passed; pushed \w{7}; threads: 2 replies/);
	await terminal.waitFor(/next check in (1:00|0:5\d); ends in 5\d:\d\d at most/);
	terminal.press('q');
	await terminal.ended;
	expect(terminal.screen()).toContain('Watch ended.\nTo go on, run the same command again');
	expect(terminal.screen()).not.toContain('apply --continue');
	expect(terminal.screen()).toMatch(/code 130/);
	expect(terminal.screen()).toContain('Undo: pr-resolve undo');
	expectRestored(terminal);
	expect(world.there()).toBe(world.tree.head);
});

test('"no" to the question changes nothing', async () => {
	const world = await pushing();
	const terminal = open(world, []);
	await terminal.waitFor('Start?');
	terminal.press('\r');
	await terminal.ended;
	expect(terminal.screen()).toMatch(/Nothing was written\.[\s\S]*code 3/);
	expect(world.host.writes).toEqual([]);
});

test('for a screen reader there are lines instead of a screen', async () => {
	const world = await pushing();
	const terminal = open(world, ['--yes', '--screen-reader']);
	await terminal.waitFor(/Round 1: 2 applied; pushed \w{7}; threads: 2 replies\./);
	await terminal.waitFor(/Waiting: reviews of \w{7} may still come\./);
	expect(terminal.raw()).not.toContain('\u001b[?1049h');
	terminal.press('\x03');
	await terminal.ended;
	expect(terminal.screen()).toContain('Interrupted (SIGINT).');
});
