import type {RunEvent} from '../run/events.ts';
import type {Log} from '../run/log.ts';
import {escapeControls} from './log.ts';
import type {Terminal} from './terminal.ts';

/** One line on a terminal's stderr that says what goes on; elsewhere only what a person must know is logged. */
export type Progress = {show: (event: RunEvent) => void; clear: () => void};

export function makeProgress({stderr}: Pick<Terminal, 'stderr'>, log: Log): Progress {
	let isShown = false;
	const clear = () => {
		if (isShown) stderr.write('\r\u001b[K');
		isShown = false;
	};
	const write = (text: string) => {
		if (!stderr.isTTY) return;
		stderr.write(`\r\u001b[K${escapeControls(text).slice(0, (stderr.columns ?? 80) - 1)}`);
		isShown = true;
	};
	return {
		clear,
		show: event => {
			const line = describe(event);
			if (line === null) return;
			clear();
			if (event.type === 'warning' || event.type === 'wait') log('WARNING', line);
			else log('INFO', line);
			if (event.type !== 'warning') write(line);
		},
	};
}

function describe(event: RunEvent): string | null {
	switch (event.type) {
		case 'page':
			return `reading ${event.what}: ${event.fetched}${event.total === null ? '' : ` of ${event.total}`}`;
		case 'wait':
			return `waiting ${Math.ceil(event.ms / 1000)} s: ${event.reason}`;
		case 'warning': {
			const {commentId, text} = event.warning;
			return commentId === null ? text : `comment ${commentId}: ${text}`;
		}
		case 'fetching-commits':
			return `fetching ${event.count} commits that were commented on`;
		case 'findings':
			return `placing the changes of ${event.findings.length} findings`;
		default:
			return null;
	}
}
