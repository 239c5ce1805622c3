import {afterAll, describe, expect, onTestFinished, test} from 'vitest';
import {
	type EditedFile,
	openSyntaxChecker,
	type SyntaxCheckerOptions,
} from '../../../source/worktree/syntax/checker.ts';
import {isAlive} from '../folders.ts';
import {samples} from './samples.ts';

/** A checker that is closed at the end, and the ids of the processes that it started. */
function open(atEnd: (close: () => void) => void, options: Partial<SyntaxCheckerOptions> = {}) {
	const started: number[] = [];
	const checker = openSyntaxChecker({
		signal: new AbortController().signal,
		timeoutMs: 30_000,
		...options,
		onStart: pid => {
			started.push(pid);
			options.onStart?.(pid);
		},
	});
	atEnd(checker.close);
	const check = (files: readonly EditedFile[]) => Promise.all(files.map(checker.check));
	return {...checker, check, started};
}

/** Sends the first process that is started a signal, before it could do anything. */
function strikeFirst(name: NodeJS.Signals): (pid: number) => void {
	let struck = false;
	return pid => {
		if (!struck) process.kill(pid, name);
		struck = true;
	};
}

const edited = (path: string, before: string | Buffer, after: string | Buffer): EditedFile => ({
	path,
	before: Buffer.from(before),
	after: Buffer.from(after),
	added: Math.max(0, after.length - before.length),
});

const intact = edited('a.py', 'a = 1\n', 'a = 2\n');
const broken = edited('b.py', 'b = (1)\n', 'b = (1\n');

async function gone(pid: number): Promise<void> {
	await expect.poll(() => isAlive(pid)).toBe(false);
}

const together = open(afterAll);

test.each(Object.entries(samples))('%s: an intact file is ok, a broken one is found', async (_, sample) => {
	const {path, intact, needed} = sample;
	const halved = intact.replace(needed, '');
	const files = [edited(path, intact, `${intact}\n`), edited(path, '', intact), edited(path, intact, halved)];
	expect(await together.check(files)).toEqual(['ok', 'ok', 'errors-added']);
	expect(together.started).toHaveLength(1);
});

test.each([
	['a function without a body', 'def brew():\ncups = 2\n'],
	['a body of comments alone', 'if cups:\n    # later\nelse:\n    pass\n'],
	['an indented statement that nothing opens', 'cups = 1\n    cups = 2\n'],
	['a first statement that is indented', '\n  cups = 1\ncups = 2\n'],
	['a statement that is indented like nothing above', 'def brew():\n    a = 1\n  b = 2\n'],
	['a statement that is indented further than its block', 'def brew():\n    a = 1\n      b = 2\n'],
])('python: %s is found', async (_, text) => {
	expect(await together.check([edited('tea.py', '', text)])).toEqual(['errors-added']);
});

test('python: lines that are laid out unusually are intact', async () => {
	const text = [
		'# a list of cups',
		'    # noted elsewhere',
		'class Tea: cups = 1; pots = 2',
		'if True: brew(); pour()',
		'def brew(',
		'  cups,',
		'):',
		'\tif cups: return 1',
		'',
		'  # nothing to see',
		'\ttotal = 1 + \\',
		' 2',
		'\ttext = """',
		'not indented',
		'"""; return text',
		'match cups:',
		'  case 1: pass',
		'  case 2:',
		'      pass',
		'',
	].join('\n');
	expect(await together.check([edited('tea.py', '', text)])).toEqual(['ok']);
});

test('errors that were there before do not count', async () => {
	const {check} = open(onTestFinished);
	const before = 'const a = ;\nconst b = 2;\n';
	expect(
		await check([
			edited('a.ts', before, `// moved down\n\n${before}`),
			edited('a.ts', before, before.replace('b = 2', 'b = 3')),
			edited('a.ts', before, before.replace('a = ', 'a = 1')),
			edited('a.ts', before, before.replace('b = 2', 'b = ')),
		]),
	).toEqual(['ok', 'ok', 'ok', 'errors-added']);
});

test('a file without a grammar is not checked, and starts nothing', async () => {
	const {check, started} = open(onTestFinished);
	const paths = ['README.md', 'package.json', 'values.yaml', 'settings.toml', 'style.scss', 'LICENSE', 'src/.ts/notes'];
	expect(await check(paths.map(path => edited(path, 'a\n', '{{{\n')))).toEqual(paths.map(() => 'not-checked'));
	expect(started).toEqual([]);
});

test('a file that is too long to be read line by line is not checked', async () => {
	const {check, started} = open(onTestFinished);
	expect(await check([edited('a.js', '', ' '.repeat(2 ** 21))])).toEqual(['not-checked']);
	expect(started).toEqual([]);
});

test('bytes that are no text in UTF-8 disturb nothing', async () => {
	const {check} = open(onTestFinished);
	const before = Buffer.from('name = "\xe9t\xe9"\n', 'latin1');
	const after = Buffer.concat([before, Buffer.from('\0\xff = 1', 'latin1')]);
	expect(await check([edited('a.py', before, before)])).toEqual(['ok']);
	expect(await check([edited('a.py', before, after)])).toEqual(['errors-added']);
	expect(await check([edited('a.py', '\uFEFFa = 1\r\n', '\uFEFFa = 2\r\n')])).toEqual(['ok']);
});

/** A grammar takes minutes over it. */
const endless = edited('a.sh', 'echo\n', `${'<'.repeat(60_000)}\n`);

test('a sound result is ok, and what was there before is not parsed', async () => {
	const {check, started} = open(onTestFinished, {timeoutMs: 10_000});
	const {path, before, after} = endless;
	expect(await check([edited(path, after, before)])).toEqual(['ok']);
	expect(started).toHaveLength(1);
});

describe('where many files are announced', () => {
	const many = Array.from({length: 150}, (_, index) => (index % 3 === 0 ? broken : intact));
	const verdicts = many.map(file => (file === broken ? 'errors-added' : 'ok'));
	const paths = many.map(({path}) => path);

	test('two parsers share them, and are gone after close', async () => {
		const {check, prepare, close, started} = open(onTestFinished);
		prepare(paths);
		prepare(paths);
		expect(await check(many)).toEqual(verdicts);
		await expect.poll(() => started.length).toBe(2);
		close();
		await Promise.all(started.map(gone));
	});

	test.each([0, 1])('all are checked though parser %i is killed as soon as it starts', async killed => {
		const pids: number[] = [];
		const {check, prepare, trouble} = open(onTestFinished, {
			onStart: pid => {
				if (pids.push(pid) === killed + 1) process.kill(pid, 'SIGKILL');
			},
		});
		prepare(paths);
		expect(await check(many)).toEqual(verdicts);
		expect(trouble()).toBeNull();
	});

	test('a file over which one does not come to an end holds up no other one', async () => {
		const {check, prepare} = open(onTestFinished, {timeoutMs: 2500});
		prepare(paths);
		expect(await check([endless, ...many])).toEqual(['unfinished', ...verdicts]);
	});

	test('few start one parser, and those without a grammar none', async () => {
		const few = open(onTestFinished);
		few.prepare(paths.slice(0, 20));
		expect(await few.check([intact])).toEqual(['ok']);
		expect(few.started).toHaveLength(1);
		const none = open(onTestFinished);
		none.prepare(Array.from({length: 200}, (_, index) => `docs/${index}.md`));
		expect(none.started).toEqual([]);
	});
});

test('a parser that is killed between two files is started again, as often as it takes', async () => {
	const {check, started} = open(onTestFinished);
	for (let time = 1; time <= 4; time++) {
		expect(await check([intact, broken])).toEqual(['ok', 'errors-added']);
		process.kill(started.at(-1)!, 'SIGKILL');
		await gone(started.at(-1)!);
		expect(started).toHaveLength(time);
	}
});

test('a parser that is killed before its first question is started once more; then files stay unchecked, with the reason', async () => {
	const {check, trouble} = open(onTestFinished, {onStart: strikeFirst('SIGKILL')});
	expect(await check([broken, intact])).toEqual(['errors-added', 'ok']);
	expect(trouble()).toBeNull();
	const never = open(onTestFinished, {onStart: pid => process.kill(pid, 'SIGKILL')});
	expect(await never.check([broken, intact, broken])).toEqual(['not-checked', 'not-checked', 'not-checked']);
	expect(never.started).toHaveLength(2);
	expect(never.trouble()).toContain('cannot be started');
});

test('files over which the parser does not come to an end are unfinished; all others are checked', async () => {
	const {check, started, trouble} = open(onTestFinished, {timeoutMs: 2500});
	const hostile = ['a.sh', 'b.sh'].map(path => ({...endless, path}));
	expect(await check([...hostile, broken, intact])).toEqual([...hostile.map(() => 'unfinished'), 'errors-added', 'ok']);
	expect(started).toHaveLength(3);
	await gone(started[0]!);
	expect(trouble()).toBeNull();
});

test('one file is looked at a few times only, and never costs more than it is allowed', async () => {
	const {check, started} = open(onTestFinished, {timeoutMs: 1000});
	const looks = Array.from({length: 12}, () => endless);
	expect(new Set(await check(looks))).toEqual(new Set(['unfinished']));
	expect(started.length).toBeLessThanOrEqual(6);
	const sound = open(onTestFinished);
	expect(await sound.check([edited('a.sh', 'echo\n', 'echo 1\n')])).toEqual(['ok']);
});

test('after an abort the process is gone and the reason comes back', async () => {
	const controller = new AbortController();
	const {check, started} = open(onTestFinished, {signal: controller.signal});
	await check([intact]);
	const reason = new Error('interrupted');
	const asked = check([broken]);
	controller.abort(reason);
	await expect(asked).rejects.toBe(reason);
	await expect(check([intact])).rejects.toBe(reason);
	await gone(started[0]!);
	expect(started).toHaveLength(1);
});

test('after close the process is gone and nothing is checked any more', async () => {
	const {check, close, started} = open(onTestFinished);
	const asked = check([intact, broken]);
	close();
	expect(await asked).toEqual(['not-checked', 'not-checked']);
	expect(await check([intact])).toEqual(['not-checked']);
	await Promise.all(started.map(gone));
});
