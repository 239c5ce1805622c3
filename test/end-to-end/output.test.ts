import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {describe, expect, test} from 'vitest';
import {widthOf} from '../../source/text/cells.ts';
import {hostOf} from '../helpers/host.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';

const oneChange = (tree: WorkTree) => ['--from', reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save()];

describe('--dry-run', () => {
	test('writes nothing, and its stdout is a patch that git applies', async () => {
		const odd = 'odd "name"\twith\u0001 all.txt';
		const tree = workTree({
			'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
			'bare.txt': 'first\nlast',
			'marked.txt': '\uFEFFfirst\nsecond\n',
			'grün/blank file.txt': 'a\nb\nc\n',
			[odd]: 'a\nb\nc\n',
		});
		const from = reviewOf(tree)
			.suggest('src/list.txt', 2, ['item two', 'and more'], {body: 'diff --git a/x b/x'})
			.suggest('src/list.txt', [9, 10], [], {body: '--- a/src/list.txt'})
			.suggest('src/other.txt', 1, ['a', 'b'])
			.suggest('crlf.txt', 2, ['TWO'])
			.suggest('bare.txt', 2, ['end'])
			.suggest('marked.txt', 1, ['First'])
			.suggest('grün/blank file.txt', 2, ['B'])
			.suggest(odd, 2, ['B'])
			.save();
		const before = tree.snapshot();
		const {code, stdout} = await tree.run(['apply', '--from', from, '--dry-run']);
		expect(code).toBe(0);
		expect(tree.snapshot()).toEqual(before);
		expect(tree.git('status', '--porcelain')).toBe('');
		expect((await tree.run(['runs'])).stdout).toBe('');

		const applied = tree.copy();
		expect((await applied.run(['apply', '--from', from])).code).toBe(0);
		execFileSync('git', ['apply', '-'], {cwd: tree.root, env: tree.env, input: stdout});
		expect(tree.snapshot()).toEqual(applied.snapshot());
	});

	test('without anything to do prints a plain report', async () => {
		const tree = workTree();
		const from = reviewOf(tree).comment('src/list.txt', 2, 'Why?').save();
		const {code, stdout} = await tree.call(['apply', '--from', from, '--dry-run']);
		expect(code).toBe(0);
		expect(stdout).not.toContain('@@');
	});
});

test('an open conflict shows what each side would write', async () => {
	const tree = workTree();
	const long = Array.from({length: 12}, (_, index) => `new ${index}`);
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).suggest('src/list.txt', 2, long).save();
	const {code, stdout} = await tree.call(['analyze', '--from', from]);
	expect(code).toBe(3);
	expect(stdout).toMatch(/: conflict\n {8}-item 2\n {8}\+item two\n {4}c/);
	expect(stdout).toMatch(/ {8}-item 2\n {8}\+new 0\n[\s\S]* {8}\+new 6\n {8}5 more lines\n/);
	expect(stdout).not.toContain('new 7');
});

describe('colour', () => {
	const colours = /\u001b\[/;

	test.each([
		['a pipe', {}, [], false],
		['FORCE_COLOR', {FORCE_COLOR: '1'}, [], true],
		['FORCE_COLOR=0', {FORCE_COLOR: '0'}, [], false],
		['NO_COLOR beside FORCE_COLOR', {FORCE_COLOR: '1', NO_COLOR: '1'}, [], false],
		['--no-color beside FORCE_COLOR', {FORCE_COLOR: '1'}, ['--no-color'], false],
	])('%s', async (_, env, flags, isColoured) => {
		const tree = workTree();
		const {stdout, stderr} = await tree.call(['analyze', ...oneChange(tree), ...flags], {env});
		expect(colours.test(stdout)).toBe(isColoured);
		expect(stderr).not.toMatch(colours);
	});

	test.each([
		['a terminal', {}, true],
		['a terminal with NO_COLOR', {NO_COLOR: '1'}, false],
	])('%s', async (_, env, isColoured) => {
		const tree = workTree();
		const terminal = tree.terminal(['analyze', ...oneChange(tree)], {env});
		expect(await terminal.ended).toBe(0);
		expect(/\u001b\[\d+m/.test(terminal.raw())).toBe(isColoured);
	});

	test('a dumb terminal gets no escape sequence at all, not for progress either', async () => {
		const tree = workTree();
		const terminal = tree.terminal(['apply', ...oneChange(tree), '--yes'], {env: {TERM: 'dumb'}});
		expect(await terminal.ended).toBe(0);
		expect(terminal.raw()).not.toContain('\u001b');
	});
});

describe('characters that take two cells, one or none', () => {
	// None is longer than a title may be, and those of wide characters are longer than a row.
	const titles = {
		Japanese: '配列の添字が範囲を超えることがあるので、境界を必ず確認してから読み出すように直してください。',
		emoji: `Nice ${'👨\u200d👩\u200d👧 👍🏽 ❤\ufe0f 1\ufe0f\u20e3 🇯🇵 '.repeat(3)}🎉🎉🎉🎉🎉🎉🎉🎉`,
		'combining marks': `Te\u0301s ${'e\u0301\u0300a\u0308'.repeat(18)}`,
		'right to left': `${'יש לבדוק את גבולות המערך לפני הקריאה '.repeat(2)}ممتاز`,
	};

	function wide(tree: WorkTree): string[] {
		const review = reviewOf(tree);
		const author = {__typename: 'User', login: 'octo'} as const;
		for (const [index, body] of Object.values(titles).entries()) {
			review.suggest('src/list.txt', index + 2, [body], {body, author});
			review.suggest(`src/${body.slice(0, 40)}.txt`, 1, ['x'], {body, author});
		}
		return ['--from', review.suggest('src/list.txt', 2, ['other'], {author}).save()];
	}

	test.each([
		['the report', ['analyze'], 3],
		['the plan that is asked about', ['apply', '--dry-run'], 3],
		['runs', ['runs'], 0],
		['config', ['config', '--path', `${'漢字'.repeat(40)}/**`], 0],
		['doctor', ['doctor'], 4],
	])('in a terminal of 80 columns no row of %s is longer', async (_, args, code) => {
		const tree = workTree();
		await tree.call(['apply', ...wide(tree)]);
		const given = ['analyze', 'apply'].includes(args[0]!) ? [...args, ...wide(tree)] : args;
		const {GITHUB_API_URL} = (await hostOf([])).env;
		const terminal = tree.terminal(given, {columns: 80, env: {GITHUB_API_URL}});
		expect(await terminal.ended).toBe(code);
		const shown = stripVTControlCharacters(terminal.raw()).split(/[\r\n]+/);
		// The patch of a dry run is the file's own text.
		const rows = shown.slice(
			0,
			shown.findIndex(row => row.startsWith('diff --git')),
		);
		expect(rows.filter(row => widthOf(row) > 80)).toEqual([]);
	});

	test('a pipe gets every title whole', async () => {
		const tree = workTree();
		const {stdout} = await tree.call(['analyze', ...wide(tree)]);
		for (const title of Object.values(titles)) expect(stdout).toContain(title);
	});
});

describe('comments cannot send control characters to the terminal', () => {
	// Window title, clear screen, cursor up, a colour, words that are hidden, 8-bit controls, a bell, marks that turn the
	// direction.
	const evil = '\u001b]0;owned\u0007\u001b[2J\u001b[1A\u001b[34mblue\u001b[8m\u009b31m\u0085\u202egnol\u2066';
	const raw = /\u001b\]0;|\u001b\[2J|\u001b\[1A|\u001b\[34mblue|\u001b\[8m|[\u0080-\u009f\u0007\u202e\u2066]/;

	function hostile(tree: WorkTree): string[] {
		const init = {body: `Look${evil} here`, author: {__typename: 'User', login: `rev${evil}`} as const};
		const from = reviewOf(tree)
			.suggest('src/list.txt', 2, [`item${evil}`], init)
			.suggest('src/list.txt', 2, [`item${evil}${evil}`], init)
			.suggest('src/list.txt', 9, [`item${evil}`], init)
			.suggest(`no${evil}where.txt`, 1, ['x'], init)
			.suggest('src/other.txt', 2, ['x'], {...init, authorAssociation: 'NONE'})
			.save();
		return ['--from', from];
	}

	/** Its lines hold such characters already, so that a suggestion may keep them. */
	function evilTree(): WorkTree {
		const tree = workTree();
		return tree.commit({'src/list.txt': tree.read('src/list.txt').replace(/^item [29]$/gm, line => line + evil)});
	}

	test('in a terminal: the questions and the diff that they offer', async () => {
		const tree = evilTree();
		const terminal = tree.terminal(['apply', ...hostile(tree), '--strategy', 'ask']);
		await terminal.waitFor('Which one? [1/2/SKIP]');
		terminal.press('1\r');
		await terminal.waitFor('[yes/NO/diff]');
		terminal.press('diff\r');
		await terminal.waitFor(/\+\+\+ b\/src[\s\S]*\[yes\/NO\/diff\]$/);
		terminal.press('y\r');
		expect(await terminal.ended).toBe(3);
		expect(terminal.raw()).not.toMatch(raw);
	});

	test('in a pipe and in a log file: the report and the warnings', async () => {
		const tree = workTree();
		const flags = ['--log-level', 'DEBUG', '--log-file', join(tree.home, 'log')];
		const {stdout, stderr} = await tree.call(['apply', ...hostile(tree), ...flags]);
		expect(stdout + stderr + readFileSync(join(tree.home, 'log'), 'utf8')).not.toMatch(raw);
		expect((await tree.call(['runs'])).stdout + (await tree.call(['undo'])).stdout).not.toMatch(raw);
	});

	test('the file keeps its bytes and gets no new invisible characters', async () => {
		const [evil9, clean] = [evilTree(), workTree()];
		for (const tree of [evil9, clean]) await tree.call(['apply', ...hostile(tree)]);
		const ninth = (tree: WorkTree) => tree.read('src/list.txt').split('\n')[8];
		expect([ninth(evil9), ninth(clean)]).toEqual([`item${evil}`, 'item 9']);
	});
});

describe('streams', () => {
	test('the result goes to stdout, everything else to stderr; log level ERROR silences warnings', async () => {
		const tree = workTree();
		const args = ['analyze', ...oneChange(tree), '--author', 'nobody'];
		const loud = await tree.run(args);
		expect(loud.stdout).not.toContain('WARNING');
		expect(loud.stderr).toMatch(/^WARNING --author nobody matches no comment author/);
		expect((await tree.run([...args, '--log-level', 'ERROR'])).stderr).toBe('');
	});

	test('the report to a pipe is whole: nothing is cut', async () => {
		const body = `${'A title that is rather long, '.repeat(3)}yes`;
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two'], {body}).save();
		expect((await tree.run(['analyze', '--from', from])).stdout).toContain(body);
	});

	test('a closed stdout does not stop a run that writes', async () => {
		const tree = workTree({'long.txt': numbered('row', 3000)});
		const review = reviewOf(tree);
		for (let row = 1; row <= 3000; row += 1) review.suggest('long.txt', row, [`ROW ${row}`]);
		const from = review.save();
		const {code, stderr} = await tree.run(['apply', '--from', from], {
			meanwhile: child => child.stdout?.once('data', () => child.stdout?.destroy()),
		});
		expect(code).toBe(0);
		expect(stderr).not.toContain('EPIPE');
		expect(tree.read('long.txt')).toBe(numbered('ROW', 3000));
	});

	test('nor does a stdout closed before the first output', async () => {
		const tree = workTree();
		const {code} = await tree.run(['apply', ...oneChange(tree)], {meanwhile: child => child.stdout?.destroy()});
		expect(code).toBe(0);
		expect(tree.read('src/list.txt')).toContain('item two');
	});
});
