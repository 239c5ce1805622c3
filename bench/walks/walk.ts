import {readdirSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import type {Terminal} from '@xterm/headless';
import {InPty} from '../terminal/in-pty.ts';
import type {Place} from './places.ts';
import type {Walk} from './steps.ts';

// Node finds no named exports in it.
const xterm = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless');

/** How to start the program. */
export type Program = {node: string; cli: string};

/** Long enough for a busy machine. */
const patienceMs = 60_000;

/** A window that shows all panes. */
const wide = {columns: 110, rows: 34};

/**
 * A shell that continues stopped jobs, and prints how the program ended and the state of the terminal. It stays: what a busy
 * reader has not read a moment after the end of a shell is lost.
 */
const shell = `set -m
trap : INT
before=$(stty -g)
"$@"
code=$?
while [ $code -ge 148 ] && [ $code -le 150 ]; do echo "stopped $code"; fg > /dev/null; code=$?; done
echo
[ "$before" = "$(stty -g)" ] && echo "as it was: $code" || echo "not as it was: $code"
while :; do sleep 60; done`;

/** Characters of output in which the end is looked for; keys that come after it may be echoed. */
const endWithin = 2000;

/** In the last line while the help is open. The detail can be searched too. */
const helpHint = 'scroll  / search';

/** A pager that ends at once is left with Enter alone. */
const pagerEnd = 'Press Enter to return';

/**
 * Walks through a screen in a real terminal, goes back, opens the help, and leaves. Returns null if the help opened, nothing
 * was written without a yes, and the terminal was restored; else what went wrong.
 */
export async function walk(
	{screen, confirms, steps}: Walk,
	place: Place,
	{node, cli}: Program,
): Promise<string | null> {
	const window = new xterm.Terminal({cols: wide.columns, rows: wide.rows, allowProposedApi: true});
	const before = filesIn(place.cwd);
	const app = new InPty('/bin/sh', ['-c', shell, 'sh', node, cli, ...place.args], {
		...place,
		size: wide,
		show: text => window.write(text, keepFrame),
	});
	/** The last screens of the program, which are no more to be seen when it has ended; one may be half drawn. */
	let frames: readonly string[] = [];
	function keepFrame() {
		if (window.buffer.active.type === 'alternate') frames = [...frames.slice(-2), shown()];
	}
	const mayEnd = () => frames.some(frame => place.waysOut.test(frame));
	const shown = () => linesOf(window).join('\n').trimEnd();
	const hasEnded = () => /as it was: \d+\s/.test(app.written.slice(-endWithin));
	const until = async (text: string, limitMs = patienceMs) => {
		const end = Date.now() + limitMs;
		while (!hasEnded() && Date.now() < end) {
			if (shown().includes(text)) return true;
			await setTimeout(20);
		}
		// The last output may still be on its way to the window.
		await settled(window);
		return shown().includes(text);
	};
	/** Output on its way was written for the old size, and the emulator fails if it gets it in the new one. */
	const resize = async (size: typeof wide) => {
		await settled(window);
		window.resize(size.columns, size.rows);
		app.resize(size);
	};
	try {
		if (!(await until(place.ready))) return `${screen} did not begin:\n${shown()}`;
		for (const [index, step] of steps.entries()) {
			if ('press' in step) app.press(step.press);
			else if ('resize' in step) await resize(step.resize);
			await setTimeout('waitMs' in step ? step.waitMs : 5);
			if (!hasEnded()) continue;
			await settled(window);
			if (mayEnd()) break;
			return `${screen} ended by itself at step ${index} of ${formatSteps(steps)}:\n${frames.at(-1)}\n---\n${shown()}`;
		}
		if (!hasEnded()) await resize(wide);
		// The last key may end the program, a moment later.
		if (!(await helps(app, until, hasEnded)) && !(hasEnded() && mayEnd()))
			return `${screen} is deaf after ${formatSteps(steps)}:\n${shown()}\n${app.processes()}`;
		// A setup that a key has left says in its code what it still lacks.
		const codes = screen === 'setup' && hasEnded() ? '[0-4]' : '130|0|3|4';
		if (!(await leaves(app, until, hasEnded)))
			return `${screen} does not leave after ${formatSteps(steps)}:\n${shown()}`;
		// Not what is shown: keys that are echoed before it may break the line.
		const end = app.written.slice(-endWithin);
		if (!new RegExp(`(?<!not )as it was: (?:${codes})\\s`).test(end))
			return `${screen} left a terminal that is not as it was:\n${end}`;
		const mode = modes.find(([on, off]) => app.written.lastIndexOf(on) > app.written.lastIndexOf(off));
		if (mode) return `${screen} left ${JSON.stringify(mode[0])} on after ${formatSteps(steps)}`;
		const written = confirms ? [] : [...changesOf(before, filesIn(place.cwd), screen), ...place.hostWrites()];
		return written.length === 0 ? null : `${screen} wrote ${written.join(', ')} unasked after ${formatSteps(steps)}`;
	} finally {
		await app.kill();
		await place.close();
		window.dispose();
		rmSync(dirname(place.cwd), {recursive: true, force: true});
	}
}

/** Resolves when a window shows all its output. */
const settled = (window: Terminal) => new Promise<void>(resolve => window.write('', resolve));

const formatSteps = (steps: Walk['steps']) => JSON.stringify(steps);

/** Closes what is open, step by step, and opens the help. */
async function helps(
	app: InPty,
	until: (text: string, limitMs: number) => Promise<boolean>,
	hasEnded: () => boolean,
): Promise<boolean> {
	for (let tries = 0; tries < 25 && !hasEnded(); tries++) {
		for (let times = 0; times < 4; times++) {
			app.press('\x1b');
			await setTimeout(60);
		}
		if (await until(pagerEnd, 0)) app.press('\r');
		// Help that was open before does not count. A busy machine is slow for seconds; a deaf app stays deaf.
		if (await until(helpHint, 0)) {
			await setTimeout(1000);
			continue;
		}
		app.press('?');
		if (await until(helpHint, 2000)) return true;
	}
	return false;
}

/** Keys that were typed ahead of a suspension are lost with it. */
async function leaves(
	app: InPty,
	until: (text: string, limitMs: number) => Promise<boolean>,
	hasEnded: () => boolean,
): Promise<boolean> {
	for (let tries = 0; tries < 30; tries++) {
		app.press('\x03\x03');
		await until('as it was: ', 2000);
		if (hasEnded()) return true;
	}
	return false;
}

/** Modes that a screen turns on and must turn off: alternate screen, hidden cursor, bracketed paste. */
const modes = [
	['\x1b[?1049h', '\x1b[?1049l'],
	['\x1b[?25l', '\x1b[?25h'],
	['\x1b[?2004h', '\x1b[?2004l'],
	['\x1b[?1000h', '\x1b[?1000l'],
] as const;

function linesOf({buffer: {active}, rows}: Terminal): string[] {
	return Array.from({length: rows}, (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '');
}

type Files = ReadonlyMap<string, string>;

const filesIn = (folder: string): Files =>
	new Map(
		readdirSync(folder, {recursive: true, withFileTypes: true})
			.filter(entry => entry.isFile())
			.map(entry => join(entry.parentPath, entry.name))
			.filter(path => !path.includes('/.git/'))
			.map(path => [path, readFileSync(path, 'latin1')]),
	);

/** Files that have changed, except saved decisions, the report of a benchmark, and what a watch applies. */
const changesOf = (before: Files, after: Files, screen: Walk['screen']): string[] =>
	[...new Set(screen === 'watch' ? [] : [...before.keys(), ...after.keys()])]
		.filter(path => before.get(path) !== after.get(path))
		.filter(path => !(screen === 'bench' && /\/report\.(?:md|svg|state\.json)/.test(path)))
		.filter(path => before.has(path) || !after.get(path)?.includes('pr-resolve/decisions@1'));
