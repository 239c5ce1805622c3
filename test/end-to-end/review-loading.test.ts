import {expect, test} from 'vitest';
import {fault} from '../emulators/github/faults.ts';
import {hostOf} from '../helpers/host.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';

/** A clone of a pull request that the host sends in pages of two threads: of `b.txt`, `a.txt` and `c.txt`. */
function clone(): WorkTree {
	const files = Object.fromEntries(['a.txt', 'b.txt', 'c.txt'].map(path => [path, numbered('line', 5)]));
	return workTree(files).branch('feature').remote('origin', 'https://github.com/octo/app.git');
}

const sixThreads = (tree: WorkTree) =>
	['b.txt', 'a.txt', 'c.txt'].reduce(
		(review, path) =>
			[1, 2].reduce(
				(more, line) => more.suggest(path, line, [`${path} ${line}`], {body: `Of ${path} ${line}.`}),
				review,
			),
		reviewOf(tree),
	);

const pageCap = 2;

test('the list fills while pages arrive; the cursor stays on what was chosen, and nothing is decided before the end', async () => {
	const tree = clone();
	const host = await hostOf([sixThreads(tree)], {pageCap});
	const pages = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
	host.faults.on('ReviewThreads', fault.none(), fault.held(pages[0].promise), fault.held(pages[1].promise));
	const terminal = tree.terminal(['review', '7'], {env: host.env});
	await terminal.waitFor('Of b.txt 1.');
	await terminal.waitFor('reading review threads');
	expect(terminal.screen()).not.toContain('a.txt');
	terminal.press('j');
	await terminal.waitFor(/^>.*Of b\.txt 2\./m);
	pages[0].resolve();
	await terminal.waitFor('Of a.txt 2.');
	await terminal.waitFor(/^>.*Of b\.txt 2\./m);
	terminal.press(' ');
	await terminal.waitFor('the findings are still being read');
	terminal.press('A');
	expect(terminal.screen()).not.toContain('Write ');
	pages[1].resolve();
	await terminal.waitFor('6 to apply');
	await terminal.waitFor(/^>.*Of b\.txt 2\./m);
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});

test('without a choice the cursor is on the first finding', async () => {
	const tree = clone();
	const host = await hostOf([sixThreads(tree)], {pageCap});
	const terminal = tree.terminal(['review', '7'], {env: host.env});
	await terminal.waitFor('6 to apply');
	await terminal.waitFor(/^>.*Of a\.txt 1\./m);
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});

test('if the network fails, findings stay with the reason, nothing can be applied, and r reads again', async () => {
	const tree = clone();
	const before = tree.snapshot();
	const host = await hostOf([sixThreads(tree)], {pageCap});
	// It is tried three times more.
	host.faults.on('ReviewThreads', fault.none(), ...Array.from({length: 4}, fault.cut));
	const terminal = tree.terminal(['review', '7'], {env: host.env});
	await terminal.waitFor('Network error; retrying in 1 s');
	await terminal.waitFor(/network[^\n]*4 tries|tried|Check/);
	expect(terminal.screen()).toContain('Of b.txt 1.');
	expect(terminal.screen()).not.toContain('Of a.txt');
	terminal.press('A');
	await terminal.waitFor('the pull request was not fully read; press r to retry');
	terminal.press(' ');
	expect(tree.snapshot()).toEqual(before);
	terminal.press('r');
	await terminal.waitFor('6 to apply');
	// The detail repeats the title.
	expect(terminal.screen().match(/^[> ].*:1 .*Of b\.txt 1\./gm)).toHaveLength(1);
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});

test('the remedy names the key that reads again, and on leaving the command', async () => {
	const tree = clone();
	const host = await hostOf([sixThreads(tree)], {pageCap});
	const spent = {'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${Math.ceil(Date.now() / 1000) + 3000}`};
	host.faults.on('ReviewThreads', fault.none(), fault.status(403, 'API rate limit exceeded', spent));
	const terminal = tree.terminal(['review', '7'], {env: host.env, columns: 200});
	await terminal.waitFor(/exceeded \(until .*Press r after that time\./);
	terminal.press('q');
	expect(await terminal.ended).toBe(1);
	expect(terminal.screen().replace(/\s+/g, ' ')).toContain('Run the command again after that time.');
});

test('leaving after that prints the reason', async () => {
	const tree = clone();
	const host = await hostOf([sixThreads(tree)], {pageCap});
	host.faults.on('ReviewThreads', fault.none(), fault.status(422, 'The network is in pieces.'));
	const terminal = tree.terminal(['review', '7'], {env: host.env});
	await terminal.waitFor('The network is in pieces.');
	terminal.press('q');
	expect(await terminal.ended).toBe(1);
	expect(terminal.screen()).toContain('The network is in pieces.');
});

test('in lines: findings can be listed, and the reason is shown', async () => {
	const tree = clone();
	const host = await hostOf([sixThreads(tree)], {pageCap});
	host.faults.on('ReviewThreads', fault.none(), fault.status(422, 'The network is in pieces.'));
	const terminal = tree.terminal(['review', '7', '--screen-reader'], {env: host.env});
	await terminal.waitFor('The network is in pieces.');
	terminal.press('list\r');
	await terminal.waitFor('2. b.txt:2, reviewer: Of b.txt 2. (pending)');
	terminal.press('A\r');
	await terminal.waitFor('the pull request was not fully read; press r to retry');
	terminal.press('r\r');
	await terminal.waitFor('6 findings, ');
	terminal.press('q\r');
	expect(await terminal.ended).toBe(0);
});

test('incomplete data is mentioned before files are written', async () => {
	const tree = clone();
	const host = await hostOf([sixThreads(tree)]);
	const why = {type: 'FORBIDDEN', message: 'Resource not accessible.'};
	host.faults.on('IssueComments', fault.missing(['node', 'comments'], why));
	const terminal = tree.terminal(['review', '7'], {env: host.env});
	await terminal.waitFor('6 to apply');
	terminal.press('A');
	await terminal.answer('Parts of the pull request could not be read', 'n');
	await terminal.waitFor('? help');
	terminal.press('q');
	expect(await terminal.ended).toBe(3);
});
