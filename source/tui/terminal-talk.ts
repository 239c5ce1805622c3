import type {Theme} from '../settings/app-rows.ts';
import type {Environment} from '../system/environment.ts';
import {backgroundQuestion} from './background.ts';
import {type InputSource, Keyboard} from './keyboard.ts';
import {followsBackground, type LiveLooks, liveLooks} from './live-looks.ts';
import {type MouseInput, mouseReader} from './mouse.ts';

/** How the app talks with its terminal, besides frames and keys. */
export type TerminalTalk = {
	/** The keys alone. */
	keyboard: Keyboard;
	looks: LiveLooks;
	reports: ReportMode;
	/** Begins it, after the first frame. */
	begin: () => void;
	/** Resolves when no answer would go to the next program that has the terminal. */
	settled: () => Promise<void>;
};

type TerminalWishes = {theme: Theme; isColoured: boolean; hasMouse: boolean};

/** @param write to the terminal */
export function terminalTalk(
	wishes: TerminalWishes,
	env: Environment,
	stdin: InputSource,
	write: (text: string) => void,
	{onMouse, onFocus}: {onMouse: (mouse: MouseInput) => void; onFocus: () => void},
): TerminalTalk {
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
		keyboard,
		looks,
		reports,
		begin: () => {
			reports.on();
			if (followsBackground(wishes)) question.ask();
		},
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

type ReportMode = {on: () => void; off: () => void; end: () => void};

/**
 * Has the terminal report the focus and, if it is wanted, the mouse; `off` while another program has the terminal, `end` for good.
 * @param write to the terminal
 */
function reportMode(hasMouse: boolean, write: (text: string) => void): ReportMode {
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
