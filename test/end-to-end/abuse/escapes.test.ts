import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import type {GitHub} from '../../emulators/github/server.ts';
import {hostOf} from '../../helpers/host.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import type {Terminal} from '../../helpers/terminal.ts';
import {eventually} from '../../helpers/wait.ts';
import {type Environment, numbered, type WorkTree, workTree} from '../../helpers/work-tree.ts';

vi.setConfig({testTimeout: 240_000});

/** Sets the title of the window, clears the screen, moves the cursor, colors, hides and turns the text. */
const poison =
	'a\u001b]0;PWN\u0007b\u001b[2Jc\u009b3;7Hd\u202ee\u200bf\r\u001b[Kg\u001b[1Ah\u001b[34mi\u001b[8mj\u0085k\u2066l';
/** Of it, what the program never sends by itself. */
const raw = [
	'\u001b]0;PWN',
	'b\u001b[2J',
	'\u009b',
	'\u202e',
	'\u200b',
	'f\r\u001b[K',
	'g\u001b[1A',
	'h\u001b[34m',
	'i\u001b[8m',
	'\u0085',
	'\u2066',
];

const path = 'src/od\u001b]0;PWN\u0007d\u202e.txt';

function poisoned(tree: WorkTree, repository: string): Review {
	const init = {repository, headRefName: poison, url: 'https://github.com/octo/app/pull/7', title: poison};
	const author = bot(poison);
	const review = reviewOf(tree, init)
		.suggest(path, 2, ['two'], {author, body: poison})
		.suggest('src/list.txt', 2, ['one'], {author})
		.suggest('src/list.txt', 2, ['other'], {body: `${poison}\n\n${poison}`})
		.suggest('src/list.txt', 5, [poison], {author})
		.comment('src/list.txt', 7, `**${poison}**\n\n${poison}`, {author});
	review.pullRequest.review({body: poison}).comment({body: `${poison}\n${suggestion(poison)}`});
	return review;
}

function expectClean(shown: string) {
	for (const sequence of raw) expect(shown.includes(sequence), JSON.stringify(sequence)).toBe(false);
}

const prepared = () => workTree({[path]: numbered('line', 4)});

const commands = (from: readonly string[]) => [
	['analyze', ...from],
	['analyze', ...from, '--json'],
	['analyze', ...from, '--log-level', 'DEBUG'],
	['apply', ...from, '--yes', '--dry-run', '--json'],
	['apply', ...from, '--yes'],
	['runs'],
	['runs', '--json'],
	['undo'],
	['apply', ...from, '--yes', '--path', poison, '--author', poison],
	['config', '--json'],
	['apply', ...from, '--mode', poison],
];

type Scene = {tree: WorkTree; from: string[]; env: Environment};

function fromRecording(): Scene {
	const tree = prepared();
	return {tree, from: ['--from', poisoned(tree, 'octo/app').save()], env: {}};
}

async function fromHost(repository: string): Promise<Scene & {host: GitHub}> {
	const tree = prepared().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	const repositories = [{nameWithOwner: repository, formerNames: ['octo/app']}];
	const host = await hostOf([poisoned(tree, repository)], {repositories});
	return {tree, from: ['7'], env: host.env, host};
}

const otherName = `oc${poison}/app`;

/** Runs these one after the other and returns their exit codes; none of them prints a sequence of the poison. */
async function inPipe({tree, env}: Scene, runs: readonly (readonly string[])[]): Promise<unknown[]> {
	const seen: unknown[] = [];
	for (const args of runs) {
		const {code, stdout, stderr} = await tree.run(args, {env});
		seen.push(code);
		expectClean(stdout + stderr);
	}
	return seen;
}

test('nothing of a recording drives a terminal', async () => {
	const scene = fromRecording();
	// Each of them got as far as to show something of it.
	expect(await inPipe(scene, commands(scene.from))).toEqual([3, 3, 3, 3, 3, 0, 0, 0, 2, 0, 2]);
});

test.each([
	['all that a host holds', 'octo/app', [0, 0]],
	['the other name that a host says', otherName, [0, 0]],
])('nothing of %s drives a terminal, by way of a pipe or a file', async (_, repository, codes) => {
	const scene = await fromHost(repository);
	const file = join(scene.tree.home, 'r.json');
	expect(await inPipe(scene, [['record', ...scene.from, '--output', file], ['doctor']])).toEqual(codes);
	expectClean(readFileSync(file, 'utf8'));
	if (repository === otherName) await inPipe(scene, commands(scene.from));
});

/** Runs it before a person who does this; returns the exit code. */
async function inTerminal(
	{tree, env}: Scene,
	args: readonly string[],
	use: (terminal: Terminal) => unknown = () => {},
) {
	const terminal = tree.terminal(args, {env, columns: 200, rows: 80});
	await use(terminal);
	const code = await terminal.ended;
	expectClean(terminal.raw());
	return code;
}

test('nothing of all that a host holds drives the terminal that a command runs in', async () => {
	const scene = await fromHost('octo/app');
	const {from} = scene;
	const seen = [
		await inTerminal(scene, ['analyze', ...from]),
		await inTerminal(scene, ['review', ...from], inTheApp),
		await inTerminal(scene, ['review', ...from, '--screen-reader'], inLines),
		await inTerminal(scene, ['apply', ...from, '--dry-run']),
		await inTerminal(scene, ['apply', ...from], afterTheDiff),
		await inTerminal(scene, ['runs']),
		await inTerminal(scene, ['undo']),
		await inTerminal(scene, ['doctor']),
	];
	expect(seen).toEqual([3, 3, 3, 3, 3, 0, 0, 0]);
});

test.each([[[]], [['--screen-reader']]])('nor the app where the host says another name: %j', async flags => {
	const scene = await fromHost(otherName);
	expect(await inTerminal(scene, ['review', ...scene.from, ...flags])).toBe(2);
});

/** Looks at each finding, is asked before it writes, reads about the run, leaves. */
async function inTheApp(terminal: Terminal): Promise<void> {
	const page = '5 threads, 1 review body';
	const selected = () =>
		terminal
			.screen()
			.split('\n')
			.findIndex(line => line.startsWith('>'));
	await terminal.waitFor('to apply');
	terminal.press('g');
	for (let finding = 2; finding <= 7; finding++) {
		const before = selected();
		terminal.press('j');
		await eventually(() => expect(selected()).toBeGreaterThan(before));
	}
	terminal.press('A');
	await terminal.answer(/Write \d changes? to \d files?/, 'n');
	terminal.press('i');
	await terminal.waitFor(page);
	terminal.press('\x1b');
	await eventually(() => expect(terminal.screen()).not.toContain(page));
	terminal.press('q');
}

async function inLines(terminal: Terminal): Promise<void> {
	await terminal.waitFor('Enter to list them');
	for (const word of ['', '1', '2', '3', '4', '5', '6', '7', 'i', 'q']) terminal.press(`${word}\r`);
}

async function afterTheDiff(terminal: Terminal): Promise<void> {
	await terminal.answer('[yes/NO/diff]', 'diff\r');
	await terminal.answer(/\] diff\n[\s\S]*\[yes\/NO\/diff\]$/, 'yes\r');
}

const troubles: [what: string, operation: string, trouble: Fault, code: number][] = [
	['an error', 'Overview', fault.errors({type: poison, message: poison}), 1],
	['a missing part', 'Reviews', fault.missing(['node', 'reviews'], {type: poison, message: poison}), 3],
	['a refusal', 'Overview', fault.status(403, poison), 4],
	['a page', 'Overview', fault.body(poison), 1],
	['a header', 'Overview', fault.ssoRequired('https://github.com/\u009b3;7H'), 4],
];

test.each(troubles)('nothing of %s that a host answers drives a terminal', async (_, operation, trouble, expected) => {
	const {tree, from, env, host} = await fromHost('octo/app');
	host.faults.on(operation, trouble);
	const {code, stdout, stderr} = await tree.run(['analyze', ...from, '--log-level', 'DEBUG'], {env});
	expectClean(stdout + stderr);
	expect(code).toBe(expected);
});
