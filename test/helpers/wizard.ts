import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFailed} from 'vitest';
import {hostOf} from './host.ts';
import {reviewOf} from './review-of.ts';
import type {Terminal} from './terminal.ts';
import {type Environment, type WorkTree, workTree} from './work-tree.ts';

/** The program in a terminal; what it shows is told where the test fails. */
export function open(tree: WorkTree, ...given: Parameters<WorkTree['terminal']>): Terminal {
	const terminal = tree.terminal(...given);
	onTestFailed(() => console.error(terminal.screen()));
	return terminal;
}

/** After the app: the shell tells the exit code and how the terminal was left. */
export const afterwards = '"$@"; echo "code $?"; stty -a';

/** A clone with a code host that answers and a token that it takes. */
export async function clone(): Promise<{tree: WorkTree; host: Environment}> {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	return {tree, host: (await hostOf([reviewOf(tree)])).env};
}

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

export const settingsPath = (tree: WorkTree) => join(tree.home, '.config/pr-resolve/config.json');
export const savedIn = (tree: WorkTree) => JSON.parse(readFileSync(settingsPath(tree), 'utf8')) as {llm: object};
