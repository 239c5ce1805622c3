import {formatHook} from '../run/closing/hooks/hook-lines.ts';
import {stepBeginnings} from '../run/closing/step-words.ts';
import {formatTrial, formatWrites} from '../run/closing/verify/verification-lines.ts';
import type {RunEvent} from '../run/events.ts';
import type {Log} from '../run/log.ts';
import {aliasOf} from '../settings/providers.ts';
import {cut} from '../text/cells.ts';
import {count} from '../text/count.ts';
import {safe} from '../text/safe.ts';
import {sentences} from '../text/sentences.ts';
import {waiting} from '../text/waiting.ts';
import {makeAskingLine} from './asking-line.ts';
import type {Terminal} from './terminal.ts';

/** Updates one line on a terminal's stderr; elsewhere it only logs. */
export type ProgressLine = {show: (event: RunEvent) => void; clear: () => void};

export function makeProgress(
	{stderr, live, verbose}: Pick<Terminal, 'stderr' | 'live' | 'verbose'>,
	log: Log,
): ProgressLine {
	const {show: write, clear} = makeStatusLine({stderr, live});
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
			if (line === null) return;
			clear();
			// First the log, whose lines stay: it may be on the same terminal.
			if (!isRepeated(event)) log(levelOf(event), line);
			if (event.type !== 'warning') write(line);
		},
	};
}

/** One line of a terminal's stderr, which is shown in place of the one before. */
export function makeStatusLine({stderr, live}: Pick<Terminal, 'stderr' | 'live'>) {
	let isShown = false;
	return {
		show: (text: string) => {
			if (!live) return;
			stderr.wipe();
			stderr.write(cut(safe(text), (stderr.columns ?? 80) - 1));
			isShown = true;
		},
		clear: () => {
			if (isShown) stderr.wipe();
			isShown = false;
		},
	};
}

/** Only the time in it has changed. */
const isRepeated = (event: RunEvent) => (event.type === 'verify-run' || event.type === 'hook-run') && event.ms > 0;

function levelOf(event: RunEvent): 'WARNING' | 'INFO' {
	// A failed check is reported as the failure that it causes.
	if (event.type === 'provider-check') return event.check.status === 'warning' ? 'WARNING' : 'INFO';
	return event.type === 'warning' || event.type === 'wait' ? 'WARNING' : 'INFO';
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
		case 'closing-step':
			return stepBeginnings[event.step];
		case 'verify-run':
			return `verify: ${formatTrial(event)}: ${event.command}`;
		case 'hook-run':
			return formatHook(event);
		case 'publishing':
			return `writing to the pull request: ${formatWrites(event)}`;
		case 'answered':
			return `${event.finding.path ?? ''}: ${event.finding.title}`;
		default:
			return null;
	}
}
