import {rmSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {fault} from '../emulators/github/faults.ts';
import {leaveNextSteps, writePlanned} from '../helpers/app-terminal.ts';
import {hostOf} from '../helpers/host.ts';
import {reviewOf} from '../helpers/review-of.ts';
import type {Terminal} from '../helpers/terminal.ts';
import {eventually} from '../helpers/wait.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';

const twoSuggestions = (tree: WorkTree) =>
	reviewOf(tree)
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'});

/** A review of the pull request of the current branch, with one of its two suggestions declined. */
async function declined() {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	const review = twoSuggestions(tree);
	const host = await hostOf([review]);
	const terminal = tree.terminal(['review'], {env: host.env, columns: 160});
	await decline(terminal);
	return {tree, host, terminal, data: review.pullRequest.data};
}

async function decline(terminal: Terminal): Promise<void> {
	await terminal.waitFor('2 to apply');
	terminal.press('x');
	await terminal.waitFor('Reason');
	terminal.press('\r');
	await terminal.waitFor('1 to apply');
}

/** Writes what is left and quits: nothing is open. */
async function writesTheRest(terminal: Terminal, tree: WorkTree): Promise<void> {
	await terminal.waitFor('1 to apply');
	await writePlanned(terminal, 'Write 1 change to 1 file', 'What next?');
	await leaveNextSteps(terminal);
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
	expect(tree.git('status', '--porcelain').trim()).toBe('M src/list.txt');
}

describe('a reload that fails is a message, decisions stay, and the review goes on', () => {
	const gone = {type: 'NOT_FOUND', message: "Could not resolve to a Repository with the name 'octo/app'."};

	test.each([
		['an expired token', fault.badCredentials(), 'Authentication failed'],
		['a repository that is gone', fault.errors(gone), 'Repository not found'],
	])('%s', async (_, trouble, message) => {
		const {host, terminal, tree} = await declined();
		host.faults.on('Overview', trouble);
		terminal.press('r');
		await terminal.waitFor(message);
		await writesTheRest(terminal, tree);
	});

	test('a recording that was deleted', async () => {
		const tree = workTree();
		const from = twoSuggestions(tree).save();
		const terminal = tree.terminal(['review', '--from', from], {columns: 160});
		await decline(terminal);
		rmSync(from);
		terminal.press('r');
		await terminal.waitFor('There is no recording');
		await writesTheRest(terminal, tree);
	});

	test('Ctrl-C while everything is read again', async () => {
		const {host, terminal, tree} = await declined();
		const {promise, resolve} = Promise.withResolvers<void>();
		host.faults.on('Overview', fault.held(promise));
		terminal.press('r');
		await terminal.waitFor('reading');
		terminal.press('\x03');
		await terminal.waitFor('stopped');
		resolve();
		await writesTheRest(terminal, tree);
	});

	test('after a first read that failed, too', async () => {
		const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
		const host = await hostOf([twoSuggestions(tree)]);
		host.faults.on('Overview', fault.status(422, 'The network is in pieces.'), fault.badCredentials());
		const terminal = tree.terminal(['review', '7'], {env: host.env, columns: 160});
		await terminal.waitFor('The network is in pieces.');
		terminal.press('r');
		await terminal.waitFor('Authentication failed');
		terminal.press('r');
		await decline(terminal);
		await writesTheRest(terminal, tree);
	});

	test('in lines', async () => {
		const tree = workTree();
		const from = twoSuggestions(tree).save();
		const terminal = tree.terminal(['review', '--from', from, '--screen-reader']);
		await terminal.waitFor('2 findings, ');
		rmSync(from);
		terminal.press('r\r');
		await terminal.waitFor('There is no recording');
		terminal.press('A\r');
		await terminal.waitFor('Write 2 changes to 2 files');
		terminal.press('n\r');
		terminal.press('q\r');
		expect(await terminal.ended).toBe(0);
	});
});

describe('a reload reads the same pull request', () => {
	test('on another branch, which has none', async () => {
		const {terminal, tree} = await declined();
		tree.git('checkout', '--quiet', '-b', 'side');
		terminal.press('r');
		await terminal.waitFor('1 warning');
		terminal.press('A');
		await terminal.answer("Note that the working tree is on side, but the pull request's branch is feature.", 'n');
		await eventually(() => expect(terminal.screen()).not.toContain('Note that'));
		await writesTheRest(terminal, tree);
	});

	test('after it was closed', async () => {
		const {terminal, tree, data} = await declined();
		data.state = 'CLOSED';
		terminal.press('r');
		await terminal.waitFor('the pull request is closed');
		await writesTheRest(terminal, tree);
	});
});
