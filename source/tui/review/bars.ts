import {nameOf} from '../../run/pull-request/name.ts';
import {modelWait} from '../../run/report/asking-words.ts';
import {timeLeftMs} from '../../run/report/progress.ts';
import {elapsed, roughly} from '../../text/figures.ts';
import {safe, safeWords} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {roomBesideGauges, saidLine} from '../app/bars.ts';
import {countsLine, type Ends} from '../app/frame.ts';
import {keyTo} from '../app/keymap.ts';
import {type Line, line, lineWidth, type Span, span} from '../text/line.ts';
import {bar} from '../widgets/gauges.ts';
import {leftSpans} from '../widgets/outcome-look.ts';
import {isSeeking} from './locating-pull-request.ts';
import {newsNote} from './outside.ts';
import type {ReviewState} from './state.ts';

/** The first line: the pull request, and how many findings are applied, ready and open. */
export function reviewTitle(state: ReviewState): Ends {
	const {run, index, symbols, size} = state;
	const {pullRequest} = run;
	const reading = isSeeking(state) ? '' : 'reading the pull request';
	const name = pullRequest ? safe(nameOf(pullRequest)) : reading;
	const title = pullRequest?.title ? safeWords(pullRequest.title) : '';
	const left = [span(' pr-resolve  ', 'accent'), span(name, 'strong'), span(title === '' ? '' : `  ${title}`)];
	const {ready, applied, left: open} = index.standing;
	const parts: Span[] = [
		...(applied > 0 ? [span(`${symbols.apply} ${applied} applied`, 'good')] : []),
		...(ready > 0 ? [span(`${symbols.plan} ${ready} to apply`, 'good')] : []),
		...leftSpans(open, symbols),
	];
	const counts = countsLine(parts, size.columns - lineWidth(left.slice(0, 2)));
	return {left, right: counts};
}

const stageTitles: Readonly<Record<ReviewState['stage'], string>> = {
	loading: 'reading',
	planning: 'planning',
	open: '',
	writing: 'writing files',
	undoing: 'undoing the run',
	delivering: 'next steps',
	asking: modelWait,
	failed: 'stopped',
};

/** The message, the progress, or the number of warnings. */
export function statusLine(state: ReviewState): Line {
	const {stage, progress, run} = state;
	const said = saidLine(state);
	if (said) return said;
	if (isSeeking(state)) return line(' ');
	if (stage !== 'open') {
		const retry = stage === 'failed' ? `; press ${keyTo(state, 'reload')} to retry` : '';
		const text = progress?.text ?? stageTitles[stage] + retry;
		return progressLine(progress?.answer ? `model: ${progress.answer}` : text, state);
	}
	const {length} = run.warnings;
	const news = newsNote(state);
	const warnings = length > 0 ? [span(` ${count(length, 'warning')} (${keyTo(state, 'about')})`, 'warning')] : [];
	return [...(news === null ? [] : [span(` ${news}`, 'accent')]), ...(warnings.length > 0 ? warnings : [span(' ')])];
}

const barCells = {most: 16, least: 4};

/** The bar gives way to the numbers, and to a gauge beside them. */
function progressLine(text: string, {progress, symbols, size}: ReviewState): Line {
	const begin = span(` ${safe(text)}`);
	if (progress && progress.ms !== null) return [begin, span(`, ${elapsed(progress.ms)}`)];
	if (!progress?.total) return progress && progress.done > 0 ? [begin, span(`: ${progress.done}`)] : [begin];
	const {done, total} = progress;
	const leftMs = timeLeftMs(progress);
	const rest = leftMs === null ? '' : `, ${roughly(leftMs)} left`;
	const numbers = span(` ${done} of ${total}${rest}`);
	const room = roomBesideGauges({size}) - lineWidth([begin, numbers]) - 2;
	const cells = Math.min(barCells.most, room);
	return [begin, span(cells < barCells.least ? ' ' : `  ${bar(done / total, cells, symbols)}`), numbers];
}
