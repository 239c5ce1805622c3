import {appendFileSync, existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {HookRun} from '../../../source/delivery/hooks/hook-run.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada, applied, type CommitReport} from './committing.ts';

type HookReport = CommitReport & {hooks: HookRun[]};

/** As a formatter that stages what it changes: lines with words get capitals. */
const capitals = "sed -i 's/item two/ITEM TWO/; s/entry three/ENTRY THREE/' src/list.txt src/other.txt";
const staging = `${capitals}; git add src`;
/** As the framework pre-commit does: it stages nothing, and fails if it has changed something. */
const failing = `cp src/list.txt ../before; ${capitals}; cmp -s src/list.txt ../before`;

const twoFiles = (review: Review) =>
	review.suggest('src/list.txt', 2, ['item two']).suggest('src/other.txt', 3, ['entry three']);

function hooked(script: string, files: Record<string, string> = {}): WorkTree {
	const tree = workTree(files);
	return tree.put({'.git/hooks/pre-commit': `#!/bin/sh\n${script}\n`}).chmod('.git/hooks/pre-commit', 0o755);
}

async function accepted(tree: WorkTree, flags: readonly string[] = ['--hooks=accept'], suggest = twoFiles) {
	const {code, report} = await applied(tree, suggest(reviewOf(tree)).save(), '--commit', ...flags);
	return {code, report: report as HookReport};
}

const proceed = (tree: WorkTree, ...flags: string[]) =>
	tree.call(['apply', '--continue', '--json', ...flags], {env: ada});

const head = (tree: WorkTree, path = 'src/list.txt') => tree.git('show', `HEAD:${path}`);
const isClean = (tree: WorkTree) => tree.git('status', '--porcelain') === '';

describe('with --hooks=accept, what pre-commit makes of changed lines is committed', () => {
	test.each([
		['and staged', staging],
		['although it fails and stages nothing', failing],
	])('%s', async (_, script) => {
		const tree = hooked(script);
		const [parent, before] = [tree.head, tree.snapshot()];
		const {code, report} = await accepted(tree);
		expect([code, report]).toMatchObject([
			0,
			{
				commits: [{parent, changes: [{}, {}]}],
				hooks: [
					{name: 'pre-commit', state: 'reformatted', changedFiles: ['src/list.txt', 'src/other.txt']},
					{name: 'pre-commit', state: 'passed', changedFiles: []},
				],
			},
		]);
		expect(report.hooks[0]!.reformatted).toEqual(report.changes.map(({id}) => id));
		expect(report.hooks[0]!.diff).toContain('-item two\n+ITEM TWO\n');
		expect([head(tree), head(tree, 'src/other.txt'), isClean(tree)]).toEqual([
			expect.stringContaining('ITEM TWO'),
			expect.stringContaining('ENTRY THREE'),
			true,
		]);
		expect((await tree.call(['undo', '--json'])).code).toBe(0);
		expect([tree.head, tree.snapshot()]).toEqual([parent, before]);
	});

	test('also next to them, and as one change if it joins the lines of two', async () => {
		const tree = hooked("sed -i '/^item two$/{N;N;s/.*/one line\\n\\nitem four/}' src/list.txt");
		const before = tree.snapshot();
		const {code, report} = await accepted(tree, ['--hooks=accept', '--set', 'split=finding'], review =>
			review.suggest('src/list.txt', 2, ['item two']).suggest('src/list.txt', 4, ['item IV']),
		);
		expect([code, report]).toMatchObject([0, {commits: [{changes: [{}, {}]}]}]);
		expect(head(tree)).toContain('item 1\none line\n\nitem four\nitem 5\n');
		expect((await tree.call(['undo', '--json'])).code).toBe(0);
		expect(tree.snapshot()).toEqual(before);
	});

	test('of earlier runs too', async () => {
		const tree = hooked(staging);
		const first = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save('first.json');
		await applied(tree, first);
		const {code, report} = await accepted(tree, ['--hooks=accept'], review =>
			review.suggest('src/other.txt', 3, ['entry three']),
		);
		expect([code, report.committedRuns.length, isClean(tree)]).toEqual([0, 1, true]);
		expect([head(tree), head(tree, 'src/other.txt')]).toEqual([
			expect.stringContaining('ITEM TWO'),
			expect.stringContaining('ENTRY THREE'),
		]);
		expect((await tree.call(['undo', '--json'])).code).toBe(0);
		expect([tree.read('src/list.txt'), tree.read('src/other.txt')]).toEqual([
			expect.stringContaining('ITEM TWO'),
			expect.stringContaining('entry 3'),
		]);
		expect((await tree.call(['undo', '--json'])).code).toBe(0);
		expect(isClean(tree)).toBe(true);
	});

	test('if this run has nothing new', async () => {
		const tree = hooked(staging);
		const from = twoFiles(reviewOf(tree)).save();
		await applied(tree, from);
		const {code, report} = await applied(tree, from, '--commit', '--hooks=accept');
		expect([code, report.commits.length, isClean(tree)]).toEqual([0, 1, true]);
		expect(head(tree)).toContain('ITEM TWO');
	});

	test('with line ends as git stores them', async () => {
		const tree = hooked("sed -i 's/item two/ITEM TWO/' src/list.txt", {'.gitattributes': '* text eol=crlf\n'});
		tree.git('rm', '-q', '--cached', '-r', '.');
		tree.git('reset', '-q', '--hard');
		const {code} = await accepted(tree);
		expect([code, isClean(tree)]).toEqual([0, true]);
		expect([head(tree).includes('\r'), tree.read('src/list.txt')]).toEqual([
			false,
			expect.stringContaining('ITEM TWO\r\n'),
		]);
	});
});

describe('is refused and named', () => {
	const elsewhere = "sed -i 's/^item 9$/ITEM 9/' src/list.txt";
	test.each([
		['lines elsewhere in the file', `${staging}; ${elsewhere}; git add src`, ['src/list.txt'], ''],
		['another file', `${staging}; echo more >> notes.md`, ['notes.md'], ''],
		['a new file', `${staging}; echo new > new.txt; git add new.txt`, ['new.txt'], ''],
		['a deleted file', `${staging}; rm -f notes.md`, ['notes.md'], ''],
		['a mode', `${staging}; chmod +x src/list.txt`, ['src/list.txt'], ''],
	])('%s: undo, a commit of the rest, and the same command again lead on', async (_, script, files) => {
		const tree = hooked(script);
		const parent = tree.head;
		const {code, report} = await accepted(tree);
		expect([code, report]).toMatchObject([
			3,
			{commits: [], hooks: [{state: 'failed'}], stops: [{step: 'commit', code: 'hook-failed'}]},
		]);
		const [{message, remedy}] = report.stops as [CommitReport['stops'][0]];
		expect(message).toContain(`Not all of that is at lines that pr-resolve wrote (${files.join(', ')}).`);
		expect(remedy).toBe(
			`Run: pr-resolve undo ${report.run!.id}. Commit what the hook has left in your files, then run the same command again.`,
		);
		expect(tree.head).toBe(parent);
		await tree.call(['undo', report.run!.id, '--json']);
		expect([tree.read('src/list.txt'), tree.read('src/other.txt')]).toEqual([
			expect.stringContaining('item 2\n'),
			expect.stringContaining('entry 3\n'),
		]);
		tree.git('add', '-A');
		tree.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'Run the hook');
		tree.put({'.git/hooks/pre-commit': `#!/bin/sh\n${script.replace('echo more >> notes.md', ':')}\n`});
		const again = await accepted(tree);
		expect([again.code, head(tree), isClean(tree)]).toEqual([0, expect.stringContaining('ITEM TWO'), true]);
	});

	test('a change that a hook takes back', async () => {
		const tree = hooked("sed -i 's/item two/item 2/' src/list.txt");
		const {code, report} = await accepted(tree);
		expect([code, report]).toMatchObject([
			3,
			{commits: [], hooks: [{state: 'failed', changedFiles: ['src/list.txt']}]},
		]);
		await tree.call(['undo', report.run!.id, '--json']);
		expect(isClean(tree)).toBe(true);
	});

	test('a second change, of what the hook has left itself', async () => {
		const tree = hooked("sed -i 's/^item two/&o/' src/list.txt; git add src");
		const {code, report} = await accepted(tree);
		expect([code, report]).toMatchObject([3, {commits: [], hooks: [{state: 'reformatted'}, {state: 'failed'}]}]);
		expect((await tree.call(['undo', report.run!.id, '--json'])).code).toBe(0);
		expect(isClean(tree)).toBe(true);
	});

	test('what commit-msg changes', async () => {
		const tree = hooked('exit 0');
		tree.put({'.git/hooks/commit-msg': `#!/bin/sh\n${staging}\n`}).chmod('.git/hooks/commit-msg', 0o755);
		expect(await accepted(tree)).toMatchObject({code: 3, report: {commits: [], hooks: [{}, {state: 'failed'}]}});
	});
});

describe('without accept', () => {
	test('the message has commands that commit it or revert it', async () => {
		const tree = hooked(staging);
		const before = tree.snapshot();
		const {code, report} = await accepted(tree, ['--hooks']);
		const id = report.run!.id;
		expect([code, report]).toMatchObject([
			3,
			{
				commits: [],
				hooks: [{state: 'failed', diff: expect.stringContaining('+ITEM TWO')}],
				stops: [
					{
						message: 'Not committed: the hook pre-commit failed (changed src/list.txt, src/other.txt).',
						remedy: `To commit the lines as they are now, run: pr-resolve apply --continue ${id} --hooks=accept. To undo them, run: pr-resolve undo ${id}`,
					},
				],
			},
		]);
		const other = tree.copy();
		expect((await other.call(['undo', id, '--json'])).code).toBe(0);
		expect(other.snapshot()).toEqual(before);
		expect(await proceed(tree)).toMatchObject({code: 3, json: {stops: [{code: 'not-accepted'}]}});
		expect((await proceed(tree, '--hooks=accept')).code).toBe(0);
		expect([head(tree), isClean(tree)]).toEqual([expect.stringContaining('ITEM TWO'), true]);
	});

	test('a later run commits only its own lines', async () => {
		const tree = hooked(staging);
		await accepted(tree, ['--hooks']);
		const from = reviewOf(tree).suggest('src/list.txt', 9, ['item nine']).save();
		const {code, report} = await applied(tree, from, '--commit');
		expect([code, report.commits.map(({changes}) => changes.length)]).toEqual([3, [1]]);
		expect(report.uncommitted.map(({path, reason}) => [path, reason])).toEqual([
			['src/list.txt', 'reformatted by pre-commit; --hooks=accept commits it like that'],
			['src/other.txt', 'reformatted by pre-commit; --hooks=accept commits it like that'],
		]);
		const last = await applied(tree, from, '--commit', '--hooks=accept');
		expect([last.code, isClean(tree)]).toEqual([0, true]);
	});
});

describe('--verify', () => {
	test('runs once more on what the hook has left', async () => {
		const tree = hooked(staging);
		const {code, report} = await accepted(tree, ['--hooks=accept', '--verify', 'sed -n 2p src/list.txt >> ../seen']);
		expect([code, report]).toMatchObject([0, {verification: {state: 'passed'}}]);
		expect(tree.read('../seen')).toBe('item two\nITEM TWO\n');
	});

	test('keeps that from being committed if it does not pass', async () => {
		const tree = hooked(staging);
		const parent = tree.head;
		const {code, report} = await accepted(tree, ['--hooks=accept', '--verify', '! grep -q ITEM src/list.txt']);
		expect([code, report]).toMatchObject([3, {commits: [], verification: {state: 'baseline-fails'}}]);
		expect(tree.head).toBe(parent);
		expect((await tree.call(['undo', '--json'])).code).toBe(0);
		expect(isClean(tree)).toBe(true);
	});
});

describe('at a terminal', () => {
	async function asked(...flags: string[]) {
		const tree = hooked(staging);
		const from = twoFiles(reviewOf(tree)).save();
		const args = ['apply', '--from', from, '--commit', '--hooks=accept', ...flags];
		return {tree, terminal: tree.terminal(args, {env: ada, columns: 120})};
	}

	test.each([
		['y', 'ITEM TWO', 0],
		['n', 'item 2', 3],
	])('the plan says what hooks may do, and their diff needs an answer: %s', async (answer, line, code) => {
		const {tree, terminal} = await asked();
		await terminal.waitFor('Apply 2 changes to 2 files?');
		expect(terminal.screen()).toContain('run the hook pre-commit (pre-commit may reformat the changed lines)');
		terminal.press('y\r');
		await terminal.waitFor('Commit these lines as pre-commit has reformatted them?');
		expect(terminal.screen()).toContain('+ITEM TWO');
		terminal.press(`${answer}\r`);
		expect(await terminal.ended).toBe(code);
		expect(head(tree)).toContain(line);
	});

	test('--yes is the answer', async () => {
		const {tree, terminal} = await asked('--yes');
		expect(await terminal.ended).toBe(0);
		expect(terminal.screen()).toContain('pre-commit: reformatted lines in src/list.txt, src/other.txt:');
		expect(head(tree)).toContain('ITEM TWO');
	});
});

test('a dry run says what the hook may do', async () => {
	const tree = hooked(staging);
	const args = ['apply', '--from', twoFiles(reviewOf(tree)).save(), '--commit', '--hooks=accept', '--dry-run'];
	const {stdout} = await tree.call(args, {env: ada});
	expect(stdout).toContain('Would run the hook pre-commit (pre-commit may reformat the changed lines).\n');
});

test('after a crash when the hook has changed lines, --continue commits them', async () => {
	const tree = hooked(`${staging}; test ! -e ../again || { echo $$ > ../pid; sleep 1000; }; touch ../again`);
	const {code} = await tree.run(
		['apply', '--from', twoFiles(reviewOf(tree)).save(), '--commit', '--hooks=accept', '--json'],
		{
			env: ada,
			meanwhile: async child => {
				while (!existsSync(join(tree.root, '../pid'))) await new Promise(resolve => setTimeout(resolve, 20));
				child.kill('SIGKILL');
			},
		},
	);
	process.kill(-Number(tree.read('../pid')), 'SIGKILL');
	expect([code, tree.git('log', '-1', '--format=%s')]).toEqual(['SIGKILL', 'A commit']);
	tree.put({'.git/hooks/pre-commit': `#!/bin/sh\n${staging}\n`});
	expect((await proceed(tree)).code).toBe(0);
	expect([head(tree), isClean(tree)]).toEqual([expect.stringContaining('ITEM TWO'), true]);
});

describe('who chooses', () => {
	test('the value follows = alone, so that a number after --hooks is a pull request', async () => {
		const tree = hooked(staging);
		const {json} = await tree.call(['apply', '--hooks', '12', '--commit', '--json'], {env: ada});
		expect(json).toMatchObject({error: {message: expect.not.stringContaining('--hooks')}});
		const wrong = await tree.call(['apply', '--hooks=yes', '--commit', '--json']);
		expect([wrong.code, wrong.json]).toMatchObject([
			2,
			{error: {message: '--hooks does not accept "yes".', remedy: 'Expected: true, false, accept.'}},
		]);
	});

	test('the user by variable, not the project', async () => {
		const tree = hooked(staging);
		const args = ['apply', '--from', twoFiles(reviewOf(tree)).save(), '--commit', '--json'];
		expect((await tree.call(args, {env: {...ada, CR_HOOKS: 'accept'}})).code).toBe(0);
		const other = hooked(staging, {'.pr-resolve.yaml': 'hooks: accept\n'});
		const refused = await other.call(args, {env: ada});
		expect([refused.code, refused.json]).toMatchObject([2, {error: {message: expect.stringContaining('hooks')}}]);
	});

	test('watch does not accept it', async () => {
		const tree = hooked(staging);
		const {code, json} = await tree.call(['watch', '12', '--once', '--push', '--hooks=accept', '--json']);
		expect([code, json]).toMatchObject([
			2,
			{error: {message: 'watch does not accept --hooks=accept, because no one looks at what hooks change.'}},
		]);
	});
});

test('edits of yours made after the hook was refused stay yours', async () => {
	const tree = hooked(staging);
	const {report} = await accepted(tree, ['--hooks']);
	appendFileSync(join(tree.root, 'src/list.txt'), 'mine\n');
	expect(await proceed(tree, '--hooks=accept')).toMatchObject({code: 3, json: {stops: [{code: 'other-edits'}]}});
	await tree.call(['undo', report.run!.id, '--json']);
	expect(tree.git('diff', '--unified=0', 'src/list.txt')).toMatch(/\n\+mine$/);
});
