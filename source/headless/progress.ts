import {formatHook, stepBeginnings} from '../run/closing/closing-lines.ts';
import {formatTrial, formatWrites} from '../run/closing/verify/verification-lines.ts';
import type {Context} from '../run/context.ts';
import type {RunEvent} from '../run/events.ts';
import {waitingForModel} from '../run/report/asking-words.ts';
import {isNote} from '../run/warning.ts';
import {aliasOf} from '../settings/providers.ts';
import {cut} from '../text/cells.ts';
import {safe} from '../text/safe.ts';
import {count, sentences} from '../text/sentences.ts';
import {stillWaiting, waiting} from '../text/waiting.ts';
import {countAnswers} from './answer-count.ts';
import {makeAskingLine} from './asking-line.ts';
import type {Terminal} from './terminal.ts';

/** Updates one line on a terminal's stderr; elsewhere it logs, and writes a line at times. */
export type ProgressLine = {show: (event: RunEvent) => void; clear: () => void};

export function makeProgress(
	{stderr, live, verbose, ...more}: Pick<Terminal, 'stderr' | 'live' | 'verbose' | 'pace'>,
	{log, now}: Pick<Context, 'log' | 'now'>,
): ProgressLine {
	const {show: write, clear} = makeStatusLine({stderr, live, ...more});
	const counted = countAnswers(now);
	const followAsking = makeAskingLine(line => {
		clear();
		// At this level the log shows it on stderr.
		if (!verbose) stderr.write(`${line}\n`);
		log('INFO', line);
	});
	return {
		clear,
		show: event => {
			followAsking(event);
			const line = describe(event);
			const shown = counted(event) ?? line;
			if (shown === null) {
				if (event.type === 'answering') clear();
				return;
			}
			clear();
			// First the log, whose lines stay: it may be on the same terminal.
			const isLogged = line !== null && !isRepeated(event);
			if (isLogged) log(levelOf(event), line);
			if (event.type === 'warning') return;
			const isOnStderr = isLogged && (verbose || levelOf(event) === 'WARNING');
			if (live || !isOnStderr) write(shown);
			else more.pace?.note();
		},
	};
}

/** One line of a terminal's stderr, which is shown in place of the one before; elsewhere a line that stays, at times. */
export function makeStatusLine({stderr, live, pace}: Pick<Terminal, 'stderr' | 'live' | 'pace'>) {
	let isShown = false;
	return {
		show: (text: string, isWait = false) => {
			if (live) {
				stderr.wipe();
				stderr.write(cut(safe(text), (stderr.columns ?? 80) - 1));
				isShown = true;
			} else if (pace?.take(isWait)) stderr.write(`${safe(text)}\n`);
		},
		clear: () => {
			if (isShown) stderr.wipe();
			isShown = false;
		},
	};
}

/** Shows what is waited for, below everything else that a command writes. */
export function showWaits({waits, ...terminal}: Pick<Terminal, 'stderr' | 'live' | 'pace' | 'waits'>): void {
	const {show, clear} = makeStatusLine(terminal);
	waits?.listen(wait => (wait ? show(stillWaiting(wait.what, wait.ms), true) : clear()));
}

/** Only the time in it has changed. */
const isRepeated = (event: RunEvent) =>
	event.type === 'answering' || ((event.type === 'verify-run' || event.type === 'hook-run') && event.ms > 0);

function levelOf(event: RunEvent): 'WARNING' | 'INFO' {
	// A failed check is reported as the failure that it causes.
	if (event.type === 'provider-check') return event.check.status === 'warning' ? 'WARNING' : 'INFO';
	if (event.type === 'warning') return isNote(event.warning) ? 'INFO' : 'WARNING';
	return event.type === 'wait' ? 'WARNING' : 'INFO';
}

function describe(event: RunEvent): string | null {
	switch (event.type) {
		case 'page':
			return `reading ${event.what}: ${event.fetched}${event.total === null ? '' : ` of ${event.total}`}`;
		case 'wait':
			return waiting(event.ms, event.reason);
		case 'warning': {
			const {commentId, text} = event.warning;
			if (event.unlogged !== undefined) return event.unlogged;
			return commentId === null ? text : `comment ${commentId}: ${text}`;
		}
		case 'fetching-commits':
			return `fetching ${count(event.count, 'commit')} that comments refer to`;
		case 'fetching-files':
			return `fetching ${count(event.count, 'version')} of files`;
		case 'findings':
			return `placing the changes for ${count(event.findings.length, 'finding')}`;
		case 'provider-check': {
			const {name, detail, remedy} = event.check;
			return sentences(`${aliasOf(event.provider.provider)}: ${name}: ${detail}`, remedy);
		}
		case 'asking-again':
			return `sending ${count(event.questions, 'finding')} again`;
		case 'closing-step':
			return stepBeginnings[event.step];
		case 'verify-run':
			return `verify: ${formatTrial(event)}: ${event.command}`;
		case 'hook-run':
			return formatHook(event);
		case 'publishing':
			return `writing to the pull request: ${formatWrites(event)}`;
		case 'answering':
			return event.progress && waitingForModel(event.progress);
		case 'answered':
			return `${event.finding.path ?? ''}: ${event.finding.title}`;
		default:
			return null;
	}
}
