import {cut} from '../text/cells.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {safe} from '../text/safe.ts';
import {stillWaiting} from '../text/waiting.ts';
import type {Terminal} from './terminal.ts';
/** One line of a terminal's stderr, which is shown in place of the one before; elsewhere a line that stays, at times. */
export function makeStatusLine({stderr, live, pace}: Pick<Terminal, 'stderr' | 'live' | 'pace'>) {
	let isShown = false;
	const clear = () => {
		if (isShown) stderr.wipe();
		isShown = false;
	};
	return {
		clear,
		/** A line that stays. */
		write: (line: string) => {
			clear();
			stderr.write(`${escapeControls(line)}\n`);
		},
		show: (text: string, isWait = false) => {
			if (live) {
				stderr.wipe();
				stderr.write(cut(safe(text), (stderr.columns ?? 80) - 1));
				isShown = true;
			} else if (pace?.take(isWait)) stderr.write(`${safe(text)}\n`);
		},
	};
}

/** Shows what is waited for, below everything else that a command writes. */
export function showWaits({waits, ...terminal}: Pick<Terminal, 'stderr' | 'live' | 'pace' | 'waits'>): void {
	const {show, clear} = makeStatusLine(terminal);
	waits?.listen(wait => (wait ? show(stillWaiting(wait.what, wait.ms), true) : clear()));
}
