import type {Theme} from '../settings/app-rows.ts';
import type {Environment} from '../system/environment.ts';
import {backgroundQuestion} from './background.ts';
import {type InputSource, Keyboard} from './keyboard.ts';
import {followsBackground, liveLooks} from './live-looks.ts';
import {type MouseInput, mouseReader} from './mouse.ts';

export type TerminalTalk = ReturnType<typeof terminalTalk>;

/**
 * How the app talks with its terminal, besides frames and keys.
 * @param write to the terminal
 */
export function terminalTalk(
	wishes: {theme: Theme; isColoured: boolean; hasMouse: boolean},
	env: Environment,
	stdin: InputSource,
	write: (text: string) => void,
	{onMouse, onFocus}: {onMouse: (mouse: MouseInput) => void; onFocus: () => void},
) {
	const looks = liveLooks(wishes, env);
	const question = backgroundQuestion(write, looks.dispatch);
	const reports = reportMode(wishes.hasMouse, write);
	const read = mouseReader();
	const keyboard = new Keyboard(stdin, {
		onAnswer: question.hear,
		onFocus,
		onMouse: report => {
			const met = wishes.hasMouse ? read(report) : null;
			if (met) onMouse(met);
		},
	});
	return {
		/** The keys alone. */
		keyboard,
		looks,
		reports,
		/** Begins it, after the first frame. */
		begin: () => {
			reports.on();
			if (followsBackground(wishes)) question.ask();
		},
		/** Resolves when no answer would go to the next program that has the terminal. */
		settled: question.settled,
	};
}

/** What the terminal reports besides keys, and the sequences that begin and end it. Source: xterm's ctlseqs. */
const reports = {
	/** Buttons and wheel as SGR sequences. */
	mouse: ['\x1b[?1000h\x1b[?1006h', '\x1b[?1006l\x1b[?1000l'],
	/** Whether the window of the terminal has the focus. */
	focus: ['\x1b[?1004h', '\x1b[?1004l'],
} as const;

/**
 * Has the terminal report the focus and, if it is wanted, the mouse; `off` while another program has the terminal, `end` for good.
 * @param write to the terminal
 */
function reportMode(hasMouse: boolean, write: (text: string) => void) {
	let isOver = false;
	const set = (which: 0 | 1) => {
		if (isOver) return;
		write(reports.focus[which]);
		if (hasMouse) write(reports.mouse[which]);
	};
	return {
		on: () => set(0),
		off: () => set(1),
		end: () => {
			set(1);
			isOver = true;
		},
	};
}
