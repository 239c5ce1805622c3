import {type ChildProcess, execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {fault} from '../emulators/github/faults.ts';
import type {GitHub} from '../emulators/github/server.ts';
import {hostOf} from '../helpers/host.ts';
import {isNode22Before} from '../helpers/node-release.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {startFiles, type WorkTree, workTree} from '../helpers/work-tree.ts';

/** A work tree and a host that never answers one of the queries; `asked` is settled once it was sent. */
async function slowHost(operation = 'ReviewThreads'): Promise<{tree: WorkTree; gitHub: GitHub; asked: Promise<void>}> {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	const gitHub = await hostOf([reviewOf(tree).suggest('src/list.txt', 2, ['item two'])]);
	const {promise: asked, resolve} = Promise.withResolvers<void>();
	gitHub.faults.on(operation, answer => {
		resolve();
		return fault.hang()(answer);
	});
	return {tree, gitHub, asked};
}

const onceAsked = (moment: Promise<void>, signal: NodeJS.Signals) => (child: ChildProcess) => {
	void moment.then(() => child.kill(signal));
};

describe('while GitHub is being read', () => {
	test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends the run with 130 and words', async signal => {
		const {tree, gitHub, asked} = await slowHost();
		const {code, stdout, stderr} = await tree.run(['apply', '7'], {
			env: gitHub.env,
			meanwhile: onceAsked(asked, signal),
		});
		expect([code, stdout]).toEqual([130, '']);
		expect(stderr).toContain(`Interrupted (${signal}).`);
		expect(tree.git('status', '--porcelain')).toBe('');
	});

	test.each([
		['analyze', 'ReviewThreads'],
		['apply', 'PullRequestsByBranch'],
		['doctor', 'Viewer'],
	])('%s, asked for JSON, prints its one document', async (command, operation) => {
		const {tree, gitHub, asked} = await slowHost(operation);
		const {code, json} = await tree.run([command, '--json'], {env: gitHub.env, meanwhile: onceAsked(asked, 'SIGINT')});
		expect([code, json]).toMatchObject([130, {error: {code: 'interrupted'}, exitCode: 130}]);
	});

	test('Ctrl-C in a terminal clears the progress line', async () => {
		const {tree, gitHub} = await slowHost('Reviews');
		const terminal = tree.terminal(['apply', '7'], {env: gitHub.env});
		await terminal.waitFor('reading review threads: 1 of 1');
		terminal.press('\x03');
		expect(await terminal.ended).toBe(130);
		expect(terminal.screen()).toContain('Interrupted (SIGINT).\n');
		expect(terminal.screen()).not.toContain('reading');
	});

	test('a host that does not answer is named on stderr while it is waited for', async () => {
		const {tree, gitHub} = await slowHost();
		const {code, stdout, stderr} = await tree.run(['apply', '7'], {
			env: gitHub.env,
			meanwhile: child => child.stderr?.once('data', () => child.kill('SIGINT')),
		});
		expect([code, stdout]).toEqual([130, '']);
		expect(stderr).toMatch(/^waiting for github\.com \(\d+ s\)\npr-resolve: Interrupted/);
	});

	test('a wait for a limit can be interrupted', async () => {
		const {tree, gitHub} = await slowHost();
		gitHub.faults.next(fault.secondaryLimit({retryAfter: 600}));
		const {code, stderr} = await tree.run(['apply', '7'], {
			env: gitHub.env,
			meanwhile: child => child.stderr?.once('data', () => child.kill('SIGINT')),
		});
		expect(code).toBe(130);
		expect(stderr).toContain('WARNING Secondary rate limit; retrying in 10 min');
	});
});

test.each(['analyze', 'apply'])('%s of many large comments hears Ctrl-C while it reads them', async command => {
	const tree = workTree();
	// A pipe for a recording shows when all of it has been read.
	const recording = join(tree.root, '..', 'recording');
	execFileSync('mkfifo', [recording]);
	const comments = Array.from({length: 400}, (_, id) => ({
		id: id + 1,
		path: 'src/list.txt',
		body: '*a [b '.repeat(10_000),
	}));
	const {code, json, stdout} = await tree.run([command, '--from', recording, '--json'], {
		meanwhile: child => {
			void writeFile(recording, JSON.stringify(comments)).then(() => child.kill('SIGINT'));
		},
	});
	expect([code, json]).toMatchObject([130, {error: {code: 'interrupted'}, exitCode: 130}]);
	expect(stdout).not.toContain('findings');
});

describe('the terminal is closed', () => {
	/** The shell outlives its terminal, so that it can write down how the program ended. */
	const shell = 'trap "" HUP; "$@"; echo $? > ../code';
	/** Having done everything, an older Node aborts because the terminal is gone (nodejs/node#58200). */
	const aborted = /^(?:134|139)\n/;

	test.each([
		['a question', ['apply'], 'Apply 1 change to 1 file?', /^130\n/],
		['the app', ['review'], 'Better so.', /^130\n/],
		// The end of the input is a way to leave it.
		['the app for screen readers', ['review', '--screen-reader'], 'Enter to list them', /^(?:0|130)\n/],
	])('during %s: the program ends, and nothing is written', async (_, command, shown, code) => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
		const terminal = tree.terminal([...command, '--from', from], {shell});
		await terminal.waitFor(shown);
		terminal.close();
		const codeFile = join(tree.root, '..', 'code');
		const written = () => (existsSync(codeFile) ? readFileSync(codeFile, 'utf8') : '');
		await expect.poll(written).toMatch(/\n/);
		if (!isNode22Before(17) || !aborted.test(written())) expect(written()).toMatch(code);
		expect(tree.git('status', '--porcelain')).toBe('');
	});
});

describe('while files are written', () => {
	/** Interrupts the process itself as soon as it has replaced the first file of the work tree. */
	const preload = `
		import fs from 'node:fs';
		import {syncBuiltinESMExports} from 'node:module';
		const {rename} = fs.promises;
		let done = false;
		fs.promises.rename = async (from, to) => {
			await rename(from, to);
			if (done || to.includes('.git')) return;
			done = true;
			const alive = setInterval(() => {}, 1000);
			for (const signal of process.env.SIGNALS.split(' ')) {
				const arrived = new Promise(resolve => process.once(signal, () => setImmediate(resolve)));
				process.kill(process.pid, signal);
				await arrived;
			}
			clearInterval(alive);
		};
		syncBuiltinESMExports();
	`;
	const env = {SIGNALS: 'SIGINT', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`};

	function threeFiles(tree: WorkTree): string {
		return reviewOf(tree)
			.suggest('notes.md', 3, ['1st.'])
			.suggest('src/list.txt', 2, ['item two'])
			.suggest('src/other.txt', 3, ['entry three'])
			.save();
	}

	const edited = (tree: WorkTree) =>
		Object.entries(startFiles).filter(([path, text]) => tree.read(path) !== text).length;

	// A closed terminal sends the program two signals: one by the shell, one by the system.
	test.each(['SIGINT', 'SIGTERM', 'SIGHUP SIGHUP'])(
		'%s: the file at hand is finished, the rest is left, and both ways out work',
		async signals => {
			const tree = workTree();
			const from = threeFiles(tree);
			const {code, json} = await tree.run(['apply', '--from', from, '--json'], {env: {...env, SIGNALS: signals}});
			expect([code, json]).toMatchObject([
				130,
				{error: {code: 'interrupted', remedy: expect.stringContaining('undo')}},
			]);
			expect(edited(tree)).toBe(1);
			expect(Object.keys(tree.snapshot()).sort()).toEqual(Object.keys(startFiles).sort());
			expect((await tree.call(['runs'])).stdout).toContain('interrupted');

			const other = tree.copy();
			expect((await other.call(['apply', '--continue'])).code).toBe(0);
			expect(edited(other)).toBe(3);
			expect((await tree.call(['undo'])).code).toBe(0);
			expect(edited(tree)).toBe(0);
		},
	);

	test('an interrupted undo can be repeated', async () => {
		const tree = workTree();
		await tree.call(['apply', '--from', threeFiles(tree)]);
		expect((await tree.run(['undo'], {env})).code).toBe(130);
		expect(edited(tree)).toBe(2);
		expect((await tree.call(['undo'])).code).toBe(0);
		expect(edited(tree)).toBe(0);
	});

	test('a continuation that is interrupted can be continued', async () => {
		const tree = workTree();
		await tree.run(['apply', '--from', threeFiles(tree)], {env});
		expect((await tree.run(['apply', '--continue'], {env})).code).toBe(130);
		expect(edited(tree)).toBe(2);
		expect((await tree.call(['apply', '--continue'])).code).toBe(0);
		expect(edited(tree)).toBe(3);
	});
});
