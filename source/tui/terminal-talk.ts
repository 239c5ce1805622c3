import type {Theme} from '../settings/app-rows.ts';
import type {Environment} from '../system/environment.ts';
import {backgroundQuestion} from './background.ts';
import type {InputSource} from './input-stream.ts';
import {Keyboard} from './keyboard.ts';
import {followsBackground, type LiveLooks, liveLooks} from './live-looks.ts';
import {type MouseInput, mouseReader} from './mouse.ts';
import {type ReportMode, reportMode} from './reports.ts';

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
