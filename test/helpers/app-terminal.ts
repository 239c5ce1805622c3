import {expect, onTestFailed} from 'vitest';
import type {Terminal} from './terminal.ts';
import type {WorkTree} from './work-tree.ts';

/** The program in a terminal. If the test fails, what it shows is printed. */
export function open(tree: WorkTree, ...given: Parameters<WorkTree['terminal']>): Terminal {
	const terminal = tree.terminal(...given);
	onTestFailed(() => console.error(terminal.screen()));
	return terminal;
}

/**
 * A shell that prints, after the app, the exit code and the state of the terminal. It stays a little: node-pty drops what a
 * busy worker has not read 200 ms after the end.
 */
export const afterwards = '"$@"; echo "code $?"; stty -a; sleep 0.4';

/** The shell has its own screen, cursor and keyboard back. */
export function expectRestored(terminal: Terminal): void {
	expect(terminal.screen()).toMatch(/[ ;]icanon\b[\s\S]* echo\b/);
	const raw = terminal.raw();
	for (const [on, off] of [
		['\x1b[?1049h', '\x1b[?1049l'],
		['\x1b[?25l', '\x1b[?25h'],
		['\x1b[?2004h', '\x1b[?2004l'],
	] as const) {
		expect(raw.lastIndexOf(off)).toBeGreaterThan(raw.lastIndexOf(on));
	}
}

/** The app has ended with this exit code, in a shell with `afterwards`, and left the terminal as it was. */
export async function expectEnded(terminal: Terminal, exitCode: number): Promise<void> {
	await terminal.waitFor(`code ${exitCode}`);
	await terminal.ended;
	expectRestored(terminal);
}

/**
 * Writes what is planned, and waits until what can follow is looked up: keys that are pressed before that was seen start
 * nothing.
 * @param question its beginning @param then what the screen shows at the end
 */
export async function writePlanned(
	terminal: Terminal,
	question = 'Write ',
	then: string | RegExp = 'thumbs up on',
): Promise<void> {
	terminal.press('A');
	await terminal.answer(question, 'y');
	await terminal.answer(then, '');
}

/** Ticks the commit and takes that step. */
export async function takeCommit(terminal: Terminal): Promise<void> {
	terminal.press('2');
	await terminal.answer('[x] commit', '\r');
}

/** Leaves what the review offers after writing. */
export const leaveNextSteps = (terminal: Terminal) => terminal.answer('What next?', 'q');

/** Ends the app as a user does who wants nothing but out. */
export async function quitByCtrlC(terminal: Terminal): Promise<void> {
	terminal.press('\x03');
	await terminal.waitFor('press Ctrl-C again to quit');
	terminal.press('\x03');
	await expectEnded(terminal, 130);
}
