import {basename} from 'node:path';

/** How editors take a line number (1-based); `waits`: without it they return before the file is closed. */
type Habit = {place: (file: string, line: number) => readonly string[]; waits?: string};

const plusHabit: Habit = {place: (file, line) => [`+${line}`, file]};
const colonHabit = (waits?: string, ...flags: readonly string[]): Habit => ({
	// In a name with a colon, the editor would find another line number.
	place: (file, line) => (file.includes(':') ? [file] : [...flags, `${file}:${line}`]),
	...(waits && {waits}),
});

const habits: Readonly<Record<string, Habit>> = {
	...named(plusHabit, 'vi vim nvim view gvim emacs emacsclient nano pico joe kak micro mg ne jed'),
	...named(colonHabit('--wait', '--goto'), 'code code-insiders codium cursor windsurf'),
	...named(colonHabit('--wait'), 'subl zed'),
	...named(colonHabit(), 'hx helix'),
};

function named(habit: Habit, names: string): Record<string, Habit> {
	return Object.fromEntries(names.split(' ').map(name => [name, habit]));
}

/**
 * The arguments that open a file at a line, after those of the command.
 * @param command the setting, a shell command line
 * @param file absolute: a relative name could be read as an option or a command
 */
export function editorArguments(command: string, file: string, line: number): readonly string[] {
	const [program = '', ...own] = command.trim().split(/\s+/);
	const habit = habits[basename(program)];
	if (!habit) return [file];
	const waits = habit.waits && !own.some(flag => flag === habit.waits || flag === '-w') ? [habit.waits] : [];
	return [...waits, ...habit.place(file, line)];
}
