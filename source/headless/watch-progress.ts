import type {Context} from '../run/context.ts';
import type {Report} from '../run/report/report.ts';
import {fold, initialState, type RunState} from '../run/state.ts';
import type {WatchEvent} from '../run/watch/events.ts';
import {formatWatchEvent} from '../run/watch/watch-lines.ts';
import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import {makeProgress} from './progress.ts';
import {roomOf, type Terminal} from './terminal.ts';

/** A round with what is known of it. */
export type ShownRound = {report: Report; state: RunState};

/** Keeps the last round that asked a model, whose account is that of all; the first one if none did. */
export function followRounds() {
	let state = initialState;
	let last: ShownRound | null = null;
	return {
		last: () => last,
		follow: (event: WatchEvent) => {
			if (event.type === 'look') state = initialState;
			if (event.type === 'run') state = fold(state, event.event);
			if (event.type !== 'round-ended' || (last !== null && event.report.llm.provider === null)) return;
			last = {report: event.report, state};
		},
	};
}

/** One line an event on stderr, and in a terminal what goes on now below them. */
export function makeWatchProgress(terminal: Terminal, {log, now}: Pick<Context, 'log' | 'now'>) {
	const {stderr, verbose} = terminal;
	const progress = makeProgress(terminal, {log, now});
	let waitedFor = '';
	// Each look repeats its warnings.
	const warned = new Set<string>();
	const write = (line: string) => {
		progress.clear();
		const rows = verbose ? [] : wrap(shownIn(roomOf(stderr), line), roomOf(stderr));
		for (const row of rows) stderr.write(`${row}\n`);
		log('INFO', line);
	};
	const emit = (event: WatchEvent) => {
		// A look is short; only what takes long in it is shown.
		if (event.type === 'look') terminal.pace?.note();
		if (event.type === 'run') {
			const text = event.event.type === 'warning' ? event.event.warning.text : null;
			if (text !== null && warned.has(text)) return;
			if (text !== null) warned.add(text);
			return progress.show(event.event);
		}
		if (event.type === 'ended') return;
		if (event.type === 'wait') {
			if (event.reason === waitedFor) return;
			waitedFor = event.reason;
		}
		const line = formatWatchEvent(event, now());
		if (line !== null) write(line);
	};
	return {emit, clear: progress.clear};
}
