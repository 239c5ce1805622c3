import {cpSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {runChild} from '../helpers/child.ts';
import {newFolder} from '../helpers/folders.ts';
import {once} from '../helpers/once.ts';
import {openTerminal} from '../helpers/terminal.ts';
import {demo, environment, filesAtHead, recording, runDemo, treeIn} from './run-demo.ts';

const finished = once(() => runDemo());

/** A finished demo that the test may change: a copy of the one that has run for all. */
async function ownCopy() {
	const {ended, folder: original} = await finished();
	const folder = newFolder();
	cpSync(original, folder, {recursive: true, verbatimSymlinks: true, preserveTimestamps: true});
	return {stdout: ended.stdout.replaceAll(original, folder), folder};
}

const contentOf = (tree: ReturnType<typeof treeIn>) =>
	Object.fromEntries(
		tree
			.git('ls-files')
			.split('\n')
			.map(path => [path, tree.read(path)]),
	);

test.concurrent('shows a newcomer the repository, the command, the report, the diff and the way back', async () => {
	const {ended, folder} = await finished();
	const tree = treeIn(folder);
	expect(ended.code).toBe(0);
	// On a busy machine it takes so long that it tells how far it is.
	expect(ended.stderr.replaceAll(/^(?:[a-z]+ing\b|verify: ).*\n/gm, '')).toBe('');
	const shown = [
		'43 comments from 4 bots and 4 people',
		tree.root,
		'$ pr-resolve apply --from ../review.json --yes',
		'demo/web-shop#7: 43 findings',
		'Exit code 3: pr-resolve applied what is certain',
		'$ git diff -U1',
		'diff --git a/README.md b/README.md',
		'$ pr-resolve apply 7 --author greptile --verify "node ../check-shipping.mjs" --publish',
		'breaks "node ../check-shipping.mjs"',
		'Committed ',
		'Pushed demo/web-shop discounts ',
		'Threads: 4 replies, 3 resolved.',
		' You: Apply suggestions from code review',
		'$ pr-resolve undo --publish',
		', pushed to demo/web-shop discounts.',
		'GitHub: 3 replies corrected, 3 threads unresolved.',
		'6. Continue, or undo it',
	];
	const places = shown.map(text => ended.stdout.indexOf(text));
	expect(places).not.toContain(-1);
	expect(places).toEqual(places.toSorted((a, b) => a - b));
	expect(ended.stdout).not.toContain('\x1b');
	const [bare, clone] = ['../github.git', '../clone'].map(beside => join(tree.root, beside));
	expect(tree.git('-C', bare!, 'rev-parse', 'discounts')).toBe(tree.git('-C', clone!, 'rev-parse', 'HEAD'));
	expect(tree.git('-C', clone!, 'diff', '--stat', tree.head)).toBe('');
	expect(tree.git('-C', clone!, 'log', '-3', '--format=%s').split('\n')).toEqual([
		'Revert "Apply suggestions from code review"',
		'Apply suggestions from code review',
		recording.repository.commits.at(-1)!.message,
	]);
});

test('in a clone where nothing is installed yet it prints what to run first', async () => {
	const clone = newFolder();
	for (const name of ['package.json', 'demo/start.mjs']) {
		cpSync(join(import.meta.dirname, '../..', name), join(clone, name), {recursive: true});
	}
	const ended = await runChild('npm', ['run', '--silent', 'demo'], {cwd: clone, env: environment(newFolder())});
	expect([ended.code, ended.stdout]).toEqual([1, '']);
	expect(ended.stderr).toContain(
		'pr-resolve demo: The demo is not built yet.\nRun `npm install` first, which builds it.',
	);
	expect(ended.stderr).not.toContain('ERR_MODULE_NOT_FOUND');
});

test.concurrent('undo brings back every byte, and a second run writes the same ones', async () => {
	const {folder} = await ownCopy();
	const tree = treeIn(folder);
	const applied = contentOf(tree);
	expect(applied).not.toEqual(filesAtHead());
	expect((await tree.run(['undo'])).code).toBe(0);
	expect(contentOf(tree)).toEqual(filesAtHead());
	expect(tree.git('status', '--porcelain')).toBe('');
	expect((await tree.run(['apply', '--from', '../review.json'])).code).toBe(3);
	expect(contentOf(tree)).toEqual(applied);
});

test.concurrent('the commands that it proposes work in a shell', async () => {
	const {stdout, folder} = await ownCopy();
	const lines = [...stdout.matchAll(/ {2}\$ (.*)$/gm)].map(([, line]) => line!);
	const script = lines.slice(lines.findLastIndex(line => line.startsWith('cd ')));
	expect(script.at(-1)).toMatch(/^rm -rf /);
	const asksNothing = script.filter(line => !line.includes('--strategy ask'));
	const commands = asksNothing.map(line => `${line}\necho "ended: $?"`).join('\n');
	const shell = await runChild('sh', ['-c', commands], {cwd: newFolder(), env: environment(newFolder())});
	const codes = shell.stdout.match(/(?<=^ended: )\d+$/gm);
	const [cd, alias, undo, runs, dryRun, trust, json, remove] = codes ?? [];
	expect({cd, alias, undo, runs, remove}).toEqual({cd: '0', alias: '0', undo: '0', runs: '0', remove: '0'});
	expect({dryRun, trust, json}).toEqual({dryRun: '3', trust: '3', json: '3'});
	expect(readdirSync(folder)).toEqual([]);
});

test('in a terminal it is coloured and never waits for a key', async () => {
	const terminal = openTerminal(process.execPath, [demo], {
		cwd: newFolder(),
		env: environment(newFolder()),
		columns: 80,
		rows: 24,
	});
	expect(await terminal.ended).toBe(0);
	expect(terminal.raw()).toContain('\x1b[1m1. A pull request with its review');
	expect(terminal.screen()).toContain('$ pr-resolve undo');
});

test.concurrent('needs and heeds no settings of the user', async () => {
	const hostile = newFolder();
	const hooks = join(hostile, 'hooks');
	mkdirSync(hooks);
	writeFileSync(join(hooks, 'reference-transaction'), '#!/bin/sh\nexit 1\n', {mode: 0o755});
	const settings = `[core]\n\tautocrlf = true\n\thooksPath = ${hooks}\n[commit]\n\tgpgSign = true\n[diff]\n\texternal = false\n`;
	writeFileSync(join(hostile, '.gitconfig'), settings);
	const {ended, folder} = await runDemo({
		HOME: hostile,
		GIT_DIR: join(hostile, 'elsewhere'),
		GIT_AUTHOR_DATE: '2001-01-01T00:00:00Z',
		GIT_DEFAULT_HASH: 'sha256',
		CR_MODE: 'dry-run',
	});
	expect(ended.code).toBe(0);
	expect(treeIn(folder).head).toBe(recording.pullRequest.headRefOid);
	expect(ended.stdout).toContain('diff --git a/README.md b/README.md');
});

test('a reader that has seen enough is no trouble', async () => {
	const {ended} = await runDemo({}, {meanwhile: child => child.stdout?.once('data', () => child.stdout?.destroy())});
	expect(ended).toMatchObject({code: 0, stderr: ''});
});

test('without git it prints what to install', async () => {
	const {ended} = await runDemo({PATH: newFolder()});
	expect(ended.code).toBe(2);
	expect(ended.stderr).toBe(
		'pr-resolve demo: git could not be started.\nInstall git 2.31 or later, and add it to your PATH.\n',
	);
});
