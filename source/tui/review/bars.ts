import {nameOf} from '../../run/pull-request/name.ts';
import {modelWait} from '../../run/report/asking-words.ts';
import {type Progress, timeLeftMs} from '../../run/report/progress.ts';
import {elapsed, roughly} from '../../text/figures.ts';
import {safe, safeWords} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {waiting} from '../../text/waiting.ts';
import {wrap} from '../../text/wrap.ts';
import {countsLine, type Ends, roomBesideGauges, saidLine} from '../app/frame.ts';
import {type PlacedHint, placedHints} from '../app/hints.ts';
import {keyTo} from '../app/keymap.ts';
import {type Line, line, lineWidth, type Span, span} from '../text/line.ts';
import {bar} from '../widgets/gauges.ts';
import {leftSpans} from '../widgets/looks.ts';
import {keymap} from './keymap.ts';
import type {ReviewState} from './state.ts';

/** Until the pull request of the current branch is found: maybe there is none, so nothing looks like a review yet. */
export const isSeeking = ({isNamed, stage, run, progress, dialog}: ReviewState): boolean =>
	!isNamed && stage === 'loading' && run.pullRequest === null && progress === null && dialog === null;

export const seekingLines = ({size}: ReviewState): Line[] =>
	wrap('Looking for the pull request of the current branch...', size.columns - 2).map(text => line(text));

/** Keys that work without a pull request. */
const appKeymap = keymap.filter(({group}) => group === 'app');

/** The hints of the last line. */
export const reviewHints = (state: ReviewState): PlacedHint[] =>
	placedHints(isSeeking(state) ? appKeymap : keymap, state);

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
	const {news} = state.outside;
	const arrived = news > 0 ? [span(` ${news} new (${keyTo(state, 'reload')})`, 'accent')] : [];
	const warnings = length > 0 ? [span(` ${count(length, 'warning')} (${keyTo(state, 'about')})`, 'warning')] : [];
	return [...arrived, ...(warnings.length > 0 ? warnings : [span(' ')])];
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

/** Milliseconds until the retry that is waited for; null if there is none. */
export const retryInMs = ({progress}: Pick<ReviewState, 'progress'>, now: number): number | null =>
	progress?.retry ? Math.max(0, progress.retry.at - now) : null;

/** The state as it is drawn at a moment: the time until a retry counts down. */
export function countedDown(state: ReviewState, now: number): ReviewState {
	const leftMs = retryInMs(state, now);
	const {progress} = state;
	if (leftMs === null || !progress?.retry) return state;
	return {...state, progress: {...progress, text: waiting(leftMs, progress.retry.reason)}};
}

/** What goes on, with the time to expect if it is known, as text. */
export const spokenProgress = ({text, total, partMs}: Progress): string =>
	total === null || partMs === null ? text : `${text}, up to about ${roughly(total * partMs)}`;
