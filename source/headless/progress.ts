import {formatHook} from '../delivery/delivery-lines.ts';
import {formatTrial, formatWrites} from '../delivery/verify/verification-lines.ts';
import type {Context} from '../run/context.ts';
import type {RunEvent} from '../run/events.ts';
import {formatAsking, formatQuestionTime, waitingForModel} from '../run/report/asking-words.ts';
import {beginningOf, formatAnswers, type Progress, progressOf} from '../run/report/progress.ts';
import {isNote} from '../run/warning.ts';
import {aliasOf} from '../settings/providers.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {count, sentences} from '../text/sentences.ts';
import {makeStatusLine} from './status-line.ts';
import type {Terminal} from './terminal.ts';

/** Updates one line on a terminal's stderr; elsewhere it logs, and writes a line at times. */
export type ProgressLine = {show: (event: RunEvent) => void; clear: () => void};

export function makeProgress(
	{stderr, live, verbose, ...more}: Pick<Terminal, 'stderr' | 'live' | 'verbose' | 'pace'>,
	{log, now}: Pick<Context, 'log' | 'now'>,
): ProgressLine {
	const {show, write, clear} = makeStatusLine({stderr, live, ...more});
	let progress: Progress | null = null;
	const followAsking = makeAskingLine(line => {
		// At this level the log shows it on stderr.
		if (verbose) clear();
		else write(line);
		log('INFO', line);
	});
	/** What is shown of an event; null for nothing. @param line what it is by itself */
	const shownOf = (event: RunEvent, line: string | null) => {
		// A wait between two answers ends nothing.
		if (event.type === 'asked') progress = null;
		else if (countsAnswers(event)) progress = progressOf(event, progress, now());
		return countsAnswers(event) && progress?.total ? formatAnswers({...progress, at: now()}) : line;
	};
	return {
		clear,
		show: event => {
			followAsking(event);
			const line = describe(event);
			const shown = shownOf(event, line);
			if (shown !== null || event.type === 'answering') clear();
			if (shown === null) return;
			// First the log, whose lines stay: it may be on the same terminal.
			const isLogged = line !== null && !isRepeated(event);
			if (isLogged) log(levelOf(event), line);
			if (event.type === 'warning') return;
			const isOnStderr = isLogged && (verbose || levelOf(event) === 'WARNING');
			if (live || !isOnStderr) show(shown);
			else more.pace?.note();
		},
	};
}

const answering: readonly RunEvent['type'][] = ['asking', 'asking-again', 'question-time', 'answered', 'answering'];

const countsAnswers = ({type}: RunEvent) => answering.includes(type);

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
		case 'warning': {
			const {commentId, text} = event.warning;
			if (event.unlogged !== undefined) return event.unlogged;
			return commentId === null ? text : `comment ${commentId}: ${text}`;
		}
		case 'provider-check': {
			const {name, detail, remedy} = event.check;
			return sentences(`${aliasOf(event.provider.provider)}: ${name}: ${detail}`, remedy);
		}
		case 'asking-again':
			return `sending ${count(event.questions, 'finding')} again`;
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
			return beginningOf(event);
	}
}

/** Before anything is sent: one line on the provider and the number of findings, then one for each reason not to send. */
export function makeAskingLine(print: (line: string) => void): (event: RunEvent) => void {
	const unasked: string[] = [];
	let isBefore = true;
	return event => {
		if (event.type === 'asking') {
			isBefore = false;
			const lines = event.questions === 0 ? [] : [formatAsking(event)];
			for (const line of [...lines, ...formatUnasked(unasked)]) print(line);
		} else if (event.type === 'question-time') {
			print(formatQuestionTime(event));
		} else if (event.type === 'answered' && isBefore) unasked.push(event.finding.disposition?.reason ?? '');
	};
}

function formatUnasked(reasons: readonly string[]): string[] {
	const groups = [...Map.groupBy(reasons, reason => reason)];
	return groups.map(([reason, {length}]) => escapeControls(`${count(length, 'finding')} not sent: ${reason}`));
}
