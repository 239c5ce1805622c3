import {PassThrough} from 'node:stream';
import {expect, onTestFinished, test} from 'vitest';
import {reviewInLines} from '../../source/tui/review/linear.ts';
import {requestFor} from '../helpers/analyze-request.ts';
import {noPresets} from '../helpers/presets.ts';
import {policy} from '../helpers/proposal.ts';
import {type Review, reviewOf} from '../helpers/review-of.ts';
import {eventually} from '../helpers/wait.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';
import {contextIn} from './desk.ts';

const usual = {policy: policy(), model: {reason: 'no model is set up'}, presets: noPresets, goesOn: false};

/** A review of two plain changes as lines: what is said, and a way to answer. */
async function conversation(tree: WorkTree, words = 'item II', {more = (review: Review) => review, columns = 0} = {}) {
	const review = reviewOf(tree)
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
		.suggest('src/list.txt', 2, [words], {body: 'Roman.'});
	const stdin = new PassThrough();
	let said = '';
	const stdout = {write: (text: string) => (said += text), columns};
	const lines = {stdin, stdout, platform: 'linux', keys: {}, reason: 'a test'};
	const run = {request: requestFor(more(review).save()), ...usual};
	const left = reviewInLines(run, lines, contextIn(tree));
	// The end of the input ends it, before the signal of its context does.
	onTestFinished(async () => {
		stdin.end();
		await left;
	});
	const hear = (text: string) => eventually(() => expect(said).toContain(text));
	await hear(' Press Enter to list them');
	return {
		left,
		hear,
		said: () => said,
		answer: (text: string) => {
			said = '';
			stdin.write(`${text}\n`);
		},
	};
}

test('i says everything that was read, and the next command works', async () => {
	const {answer, hear, left} = await conversation(workTree());
	answer('i');
	await hear('2 threads, 0 review bodies, 0 issue comments');
	answer('list');
	await hear('2. src/list.txt:2, reviewer: Roman.');
	answer('q');
	expect((await left).exitCode).toBe(0);
});

test('tabs have no marks', async () => {
	const {answer, hear, left} = await conversation(workTree(), '\titem II');
	answer('d');
	await hear('2 - item 2\n2 +     item II\n');
	answer('q');
	expect((await left).exitCode).toBe(0);
});

test('the question before writing offers the diff, which is said completely', async () => {
	const {answer, hear, left} = await conversation(workTree());
	answer('A');
	await hear('y, d (diff) or n?');
	answer('d');
	await hear('notes.md  +1 -1\n1   # Notes\n2\n3 - First.\n3 + 1st.');
	// It is asked again after what it is about.
	await hear('item 5\nWrite 2 changes to 2 files');
	answer('n');
	answer('list');
	await hear('1. notes.md:3, reviewer: As a number.');
	answer('2');
	await hear('+ item II');
	answer('A');
	await hear('You have not looked at 1 of these findings.');
	answer('n');
	answer('q');
	expect((await left).exitCode).toBe(0);
});

test('the question before writing can be limited to listed findings', async () => {
	const {answer, hear, said, left} = await conversation(workTree());
	answer('/roman');
	await hear('1 of 2 match');
	answer('A');
	await hear('y, d (diff), f (only listed) or n?');
	answer('f');
	await hear('y, d (diff), f (all) or n?');
	expect(said()).toContain('Limited to the listed findings; 1 other finding stays planned.');
	expect(said()).not.toContain('Roman.: planned');
	answer('y');
	await hear('wrote 1 change to 1 file');
	await hear('1. verify, not possible: no command is set. Pass --verify <command>.');
	answer('');
	answer('q');
	expect((await left).exitCode).toBe(0);
	expect(said()).toContain('1 applied, 1 planned');
});

test('n reads the first open finding before the next, those in words last, and a filter counts what it lists', async () => {
	const more = (review: Review) =>
		review
			.comment('notes.md', 1, '**issue (blocking):** Why so short?')
			.suggest('src/other.txt', 2, ['II'], {body: 'One.'})
			.suggest('src/other.txt', 2, ['2.'], {body: 'Two.'});
	const {answer, hear, said, left} = await conversation(workTree(), 'item II', {more});
	expect(said()).toContain('5 findings, 2 to decide, 1 in words.');
	answer('n');
	await hear('\n\nOne.\n\n(its');
	answer('n');
	await hear('\n\nTwo.\n\n(its');
	answer('n');
	await hear('Why so short?');
	expect(said()).toContain('the next ones are in words');
	answer('n');
	await hear('\n\nOne.\n\n(its');
	expect(said()).toContain('wrapped around the list');
	answer('/short');
	await hear('1 of 5 match');
	answer('n');
	await hear('no other open finding in the list');
	answer('q');
	await left;
});

test('n reads the selected finding if it is open and was not read yet', async () => {
	const more = (review: Review) => review.comment('notes.md', 1, '**issue (blocking):** Why so short?');
	const {answer, hear, left} = await conversation(workTree(), 'item II', {more});
	answer('n');
	await hear('Why so short?');
	answer('n');
	await hear('no other open finding in the list');
	answer('q');
	await left;
});

test('n reads the next open finding', async () => {
	const more = (review: Review) =>
		review.suggest('src/other.txt', 2, ['II'], {body: 'One.'}).suggest('src/other.txt', 2, ['2.'], {body: 'Two.'});
	const {answer, hear, said, left} = await conversation(workTree(), 'item II', {more});
	answer('?');
	await hear('n: next open finding\nN: previous open finding');
	answer('n');
	await hear('\n\nOne.\n\n(its');
	answer('n');
	await hear('\n\nTwo.\n\n(its');
	answer('N');
	await hear('\n\nOne.\n\n(its');
	answer('/roman');
	await hear('1 of 4 match');
	answer('n');
	await hear('no open finding in the list');
	expect(said()).not.toContain('Roman.');
	answer('q');
	await left;
});

test('a signal before its start ends it', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item II']).save();
	const rules = {includeResolved: false, excludeOutdated: false};
	const filters = {authors: [], severity: null, paths: []};
	const request = {source: {from}, decisionsFile: null, rules, filters, model: null, trustAuthors: []};
	const lines = {stdin: new PassThrough(), stdout: {write: () => true}, platform: 'linux', keys: {}, reason: 'a test'};
	const run = {request, ...usual};
	const reason = new Error('terminated');
	const left = reviewInLines(run, lines, {...contextIn(tree), signal: AbortSignal.abort(reason)});
	await expect(left).rejects.toBe(reason);
});

test('a suggested value is said, and Enter alone accepts it', async () => {
	const tree = workTree();
	const {answer, hear, left} = await conversation(tree);
	answer('2');
	await hear('reviewer suggestion at line 2, unchanged');
	answer('space');
	await hear('Roman.: planned');
	answer('w');
	await hear('Save decisions to (Enter: decisions.json):');
	answer('');
	await hear('saved 1 decision to decisions.json');
	expect(tree.read('decisions.json')).toContain('"apply"');
	answer('q');
	await left;
});

test('copied text is said with escaped control characters', async () => {
	const {answer, hear, said, left} = await conversation(workTree(), 'item \x1b[2J\x1b]0;title\x07');
	answer('2');
	await hear('Roman.');
	answer('y');
	await hear('copied');
	expect(said()).toContain('item \\u001b[2J');
	expect(said()).not.toContain('\x1b');
	answer('q');
	await left;
});

test('z says what it undid, and Z what it redid', async () => {
	const {answer, hear, said, left} = await conversation(workTree());
	answer('2');
	await hear('Roman.');
	answer('x');
	await hear('Reason (optional):');
	answer('');
	await hear('Roman.: declined');
	answer('1');
	await hear('As a number.');
	answer('z');
	await hear('undone: decline "Roman."');
	await hear('Roman.: planned');
	expect(said()).not.toContain('As a number.');
	answer('Z');
	await hear('redone: decline "Roman."');
	answer('q');
	await hear('y, w (save), A (write) or n?');
	// The keys that the question names work in it.
	answer('w');
	await hear('Save decisions to');
	answer('');
	await hear('saved 1 decision');
	answer('q');
	await left;
});

test('the sides of a conflict are read one after the other, and no word is broken', async () => {
	const tree = workTree();
	const long = `item ${'of a list that goes on and on '.repeat(5)}`.trim();
	const more = (review: Review) => review.suggest('src/list.txt', 2, [long], {body: 'At length.'});
	const {answer, hear, said, left} = await conversation(tree, 'item II', {more, columns: 80});
	answer('2');
	await hear('item II');
	const lines = said().split('\n');
	for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
	expect(said().replace(/\s+/g, ' ')).toContain(`+ ${long}`);
	expect(lines.findIndex(line => line.includes('item of a list'))).not.toBe(
		lines.findIndex(line => line.includes('item II')),
	);
	expect(said()).not.toContain(' | ');
	answer('q');
	await left;
});

test('? lists only commands that do something here', async () => {
	const {answer, hear, said, left} = await conversation(workTree());
	answer('?');
	await hear('q: quit');
	expect(said()).toMatch(/^back: go back$/m);
	expect(said()).not.toMatch(/Esc|Ctrl-|^\+:/m);
	answer('back');
	answer('q');
	await left;
});

test('/ asks for a filter, says how many findings match and drops what it does not accept', async () => {
	const {answer, hear, said, left} = await conversation(workTree());
	answer('/');
	await hear('Filter (words "a phrase" -word is: by: sev: path:):');
	answer('path:src/**');
	await hear('1 of 2 match; type list to see them');
	answer('list');
	await hear('1. src/list.txt:2, reviewer: Roman.');
	expect(said()).not.toContain('As a number.');
	answer('/');
	await hear('(Enter: path:src/**):');
	answer('is:gone');
	await hear('is: does not accept "gone".');
	answer('list');
	await hear('1. src/list.txt:2');
	expect(said()).not.toContain('As a number.');
	answer('/roman');
	await hear('1 of 2 match');
	answer('/is:gone');
	await hear('is: does not accept "gone".');
	answer('list');
	await hear('1. src/list.txt:2');
	expect(said()).not.toContain('As a number.');
	answer('back');
	await hear('The filter is cleared: 2 findings.');
	answer('q');
	await left;
});

test('a thread is one entry, and . adds not-actionable findings', async () => {
	const more = (review: Review) =>
		review
			.comment('src/list.txt', 4, '**issue (blocking):** Why is this here?', {}, thread =>
				thread.reply({body: 'For the tests.'}),
			)
			.comment('src/list.txt', 6, 'Settled.', {isResolved: true});
	const {answer, hear, said, left} = await conversation(workTree(), 'item II', {more});
	expect(said()).toContain('3 findings, 1 in words. 1 not-actionable finding hidden; type . to show them.');
	answer('list');
	await hear('2. src/list.txt:4, reviewer: Why is this here? (needs-model, major, 1 reply)');
	answer('2');
	await hear('For the tests.');
	answer('.');
	await hear('1 not-actionable finding shown');
	answer('list');
	await hear('4. src/list.txt:6, reviewer: Settled. (not-actionable, resolved)');
	answer('q');
	expect((await left).exitCode).toBe(0);
});

test('links have numbers, and O lists them', async () => {
	const links = 'See [the rules](https://example.com/rules) and https://example.com/7.';
	const {answer, hear, said, left} = await conversation(workTree(), 'item II', {
		more: review => review.comment('src/other.txt', 4, links),
	});
	answer('3');
	await hear('See the rules (link 1) and https://example.com/7 (link 2).');
	expect(said()).toContain('1 the rules: https://example.com/rules\n2 https://example.com/7');
	answer('O');
	await hear('Open link:');
	answer('3');
	await hear('there is no link 3.');
	answer('q');
	expect((await left).exitCode).not.toBe(1);
});

test('a folded part is read when f opens it', async () => {
	const folded = 'Why?\n\n<details><summary>More</summary>\n\nBecause.\n\n</details>';
	const {answer, hear, said, left} = await conversation(workTree(), 'item II', {
		more: review => review.comment('src/other.txt', 4, folded),
	});
	answer('3');
	await hear('[+] More');
	expect(said()).not.toContain('Because.');
	answer('f');
	await hear('Because.');
	answer('q');
	expect((await left).exitCode).not.toBe(1);
});
