import {nameOf} from '../../run/pull-request/name.ts';
import {clock} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {saidLine, statusBar, tooSmallLine} from '../app/bars.ts';
import {endsLine} from '../app/frame.ts';
import {hintLine, placedHints} from '../app/hints.ts';
import {gaugesOf} from '../app/model-gauges.ts';
import {pagePane, textPane} from '../app/panes.ts';
import {questionLines} from '../app/question.ts';
import type {ScreenFrame} from '../paint/screen-frame.ts';
import {cutLine, type Line, span, type Tone} from '../text/line.ts';
import {keymap} from './keymap.ts';
import {bodyRows, watchHelpLines, watchLines} from './lines.ts';
import type {WatchScreenState} from './state.ts';

/** The rows of the screen; they never exceed the terminal. @param now milliseconds since the epoch */
export function watchFrame(state: WatchScreenState, now: number): ScreenFrame {
	const small = tooSmallLine(state);
	if (small) return {rows: [small], cursor: null};
	const {size, symbols, watch, metricsAt} = state;
	const rows = [
		titleLine(state, now),
		...bodyOf(state, now),
		...questionLines(state),
		statusBar(saidLine(state) ?? [], gaugesOf({run: watch.run, metricsAt}, now), state),
		hintLine(placedHints(keymap, state)),
	];
	return {rows: rows.map(each => cutLine(each, size.columns, symbols.cut)), cursor: null};
}

function bodyOf(state: WatchScreenState, now: number): Line[] {
	const {dialog, size, symbols, top} = state;
	if (dialog?.kind === 'page') return pagePane('keys', dialog, watchHelpLines(state, dialog), state);
	const pane = {title: 'rounds', lines: watchLines(state, now), top, isFocused: true};
	return textPane(pane, {width: size.columns, height: bodyRows(state)}, symbols);
}

const stages: Readonly<Record<WatchScreenState['watch']['stage'], readonly [words: string, tone: Tone]>> = {
	reading: ['reading', 'accent'],
	round: ['in a round', 'accent'],
	waiting: ['waiting', 'plain'],
	ended: ['ended', 'good'],
};

/** What is watched, what it does, and for how long it has. */
function titleLine({watch, banner, isEnding, startedAt, size, symbols}: WatchScreenState, now: number): Line {
	const {pullRequest} = watch.run;
	const [words, tone] = isEnding && watch.stage !== 'ended' ? (['ending', 'warning'] as const) : stages[watch.stage];
	const name = pullRequest ? [span(`  ${safe(nameOf(pullRequest))}`)] : [];
	const left = [span(' pr-resolve  ', 'accent'), span('watch', 'strong'), ...name];
	const demo = banner === null ? [] : [span(`  ${safe(banner)}`, 'warning')];
	return endsLine(
		[...left, ...demo],
		[span(`  ${words}`, tone), span(` ${clock(now - startedAt)} `)],
		size.columns,
		symbols.cut,
	);
}
