import type process from 'node:process';
import {render} from 'ink';
import {createElement} from 'react';
import {usualKeys} from '../../source/tui/app/keymap.ts';
import {initialApp} from '../../source/tui/app/state.ts';
import {createStore} from '../../source/tui/app/store.ts';
import {App} from '../../source/tui/review/app.tsx';
import {keymap} from '../../source/tui/review/keymap.ts';
import {initialReview} from '../../source/tui/review/state.ts';
import {updateReview} from '../../source/tui/review/update.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import {noPresets} from '../../test/helpers/presets.ts';
import {Input, Output, type WindowSize} from '../../test/helpers/terminal-streams.ts';

/** The lines of the first frame of the review, with the colors of a terminal. */
export async function firstLines(size: WindowSize): Promise<string> {
	let frame = '';
	const stdout = new Output(size, text => {
		// It also gets what turns modes of a terminal on.
		if (text.includes('\n')) frame = text;
	}) as unknown as typeof process.stdout;
	const stdin = new Input() as unknown as typeof process.stdin;
	const store = createStore(
		initialReview(initialApp(size, symbolsFor(true), usualKeys(keymap)), {
			presets: noPresets,
			isNamed: true,
			goesOn: false,
		}),
		updateReview,
		() => {},
	);
	const tree = createElement(App, {store, now: () => 0, onReady: () => {}});
	const options = {stdin, stdout, stderr: stdout, interactive: true, patchConsole: false};
	const {unmount} = render(tree, {...options, debug: true});
	const lines = frame;
	unmount();
	return lines;
}
