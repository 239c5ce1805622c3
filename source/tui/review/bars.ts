import {isOpen} from '../../run/outcome.ts';
import {nameOf} from '../../run/pull-request-name.ts';
import {widthOf} from '../../text/cells.ts';
import {count} from '../../text/count.ts';
import {safe, safeWords} from '../../text/safe.ts';
import {ends} from '../app/frame.ts';
import {hintsOf} from '../app/keymap.ts';
import {pageHints} from '../app/page.ts';
import {type Line, lineWidth, type Span, span} from '../text/line.ts';
import {bar, type Gauges, gaugeLine} from '../widgets/gauges.ts';
import {keymap} from './keymap.ts';
import {secondsLeft} from './progress.ts';
import type {Question, ReviewState} from './state.ts';

/** The first line: which pull request, and how its findings stand. */
export function titleBar({run, index, symbols, size}: ReviewState): Line {
	const {pullRequest} = run;
	const name = pullRequest ? safe(nameOf(pullRequest)) : 'reading the pull request';
	const title = pullRequest?.title ? safeWords(pullRequest.title) : '';
	const left = [span(' pr-resolve  ', 'accent'), span(name, 'strong'), span(title === '' ? '' : `  ${title}`)];
	const {ready, applied, open} = standingOf(index);
	const parts: Span[] = [
		...(applied > 0 ? [span(`${symbols.apply} ${applied} applied`, 'good')] : []),
		...(ready > 0 ? [span(`${symbols.plan} ${ready} to apply`, 'good')] : []),
		...(open > 0 ? [span(`${symbols.clash} ${open} need you`, 'warning')] : []),
	];
	return ends(left, [...parts.flatMap(part => [span('   '), part]), span(' ')], size.columns, symbols.cut);
}

type Standing = {ready: number; applied: number; open: number};

const standings = new WeakMap<ReviewState['index'], Standing>();

/** How the findings stand; counted once for each plan, for there may be thousands. */
function standingOf(index: ReviewState['index']): Standing {
	const known = standings.get(index);
	if (known) return known;
	const outcomes = [...index.judged.values()].map(({verdict}) => verdict.outcome);
	const standing = {
		ready: outcomes.filter(outcome => outcome === 'planned').length,
		applied: outcomes.filter(outcome => outcome === 'applied').length,
		open: outcomes.filter(isOpen).length,
	};
	standings.set(index, standing);
	return standing;
}

const stages: Readonly<Record<ReviewState['stage'], string>> = {
	loading: 'reading',
	planning: 'planning',
	open: '',
	writing: 'writing the files',
	undoing: 'taking the run back',
	asking: 'asking the model',
	failed: 'stopped; r tries again',
};

/** The line above the hints: what happened or goes on at the left, the gauges of the model at the right. */
export function statusBar(state: ReviewState, gauges: Gauges | null): Line {
	const {notice, stage, progress, symbols, size, run} = state;
	const left: Span[] = [span(' ')];
	if (notice) left.push(span(safe(notice.text), notice.tone));
	else if (stage !== 'open') {
		left.push(span(safe(progress?.text ?? stages[stage])));
		if (progress?.total) {
			const {done, total} = progress;
			const seconds = secondsLeft(progress);
			const rest = seconds === null ? '' : `, ${seconds} s left`;
			left.push(span(`  ${bar(done / total, 16, symbols)} ${done} of ${total}${rest}`));
		} else if (progress && progress.done > 0) left.push(span(`: ${progress.done}`));
	} else if (run.warnings.length > 0) left.push(span(`${count(run.warnings.length, 'warning')} (i)`, 'warning'));
	const room = Math.max(0, size.columns - Math.min(lineWidth(left), Math.floor(size.columns / 2)) - 3);
	return ends(left, [...gaugeLine(gauges, room, symbols), span(' ')], size.columns, symbols.cut);
}

/** The last line: what can be done now. The last hints, help and leaving, are always there. */
export function hintBar(state: ReviewState): Line {
	const {size, dialog} = state;
	if (dialog?.kind === 'confirm')
		return hintLine(
			[
				...answerHints(dialog.question),
				...hintsOf(keymap, {...state, dialog: null}).filter(({key}) => dialog.question.offers?.includes(key)),
			],
			size.columns,
		);
	if (dialog?.kind === 'field')
		return hintLine(
			[
				{key: 'Enter', word: 'done'},
				{key: 'Esc', word: 'cancel'},
			],
			size.columns,
		);
	if (dialog?.kind === 'page') return hintLine(pageHints(dialog), size.columns);
	return hintLine(hintsOf(keymap, state), size.columns);
}

function answerHints({words = {yes: 'yes', no: 'no'}, safe = 'n'}: Question): Hint[] {
	const hint = (key: 'y' | 'n', word: string) => ({key, word: key === safe ? `${word} (Enter)` : word});
	return [hint('y', words.yes), hint('n', words.no)];
}

export type Hint = {key: string; word: string};

/** Hints on one line; the last two of them are always there. */
export function hintLine(hints: readonly Hint[], columns: number): Line {
	const cells = ({key, word}: Hint) => widthOf(key) + widthOf(word) + 3;
	const kept = hints.slice(-2);
	let left = columns - 1 - kept.reduce((sum, hint) => sum + cells(hint), 0);
	const first: Hint[] = [];
	for (const hint of hints.slice(0, -2)) {
		left -= cells(hint);
		if (left < 0) break;
		first.push(hint);
	}
	return [span(' '), ...[...first, ...kept].flatMap(({key, word}) => [span(key, 'accent'), span(` ${word}  `)])];
}
