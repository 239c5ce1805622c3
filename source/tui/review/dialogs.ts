import type {Planned} from '../../run/session.ts';
import {tellWork, workOf} from '../../run/work-size.ts';
import {count} from '../../text/count.ts';
import {safe} from '../../text/safe.ts';
import {helpLines} from '../app/help-lines.ts';
import {helpOf} from '../app/keymap.ts';
import {type Page, searchOf} from '../app/page.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import {keymap} from './keymap.ts';
import {modelsIn} from './made-by.ts';
import {modelLook, outcomeLooks} from './outcome-look.ts';
import {outstanding} from './outstanding.ts';
import {planSize} from './plan-size.ts';
import type {Question, ReviewState} from './state.ts';

/** Keys that arrive sooner were pressed before the question was read. */
export const settleMs = 250;

/** What applying would do, to be asked about; null where there is nothing to write. */
export function applyQuestion({planned, run}: ReviewState): Question | null {
	if (!planned) return null;
	const files = planSize(planned);
	if (files.length === 0) return null;
	const sum = (value: (file: (typeof files)[number]) => number) =>
		files.reduce((total, file) => total + value(file), 0);
	const size = `+${sum(({added}) => added)} -${sum(({removed}) => removed)} lines`;
	const most = 6;
	const shown = files.length > most ? files.slice(0, most - 1) : files;
	const width = Math.max(...shown.map(({path}) => path.length));
	return {
		what: 'apply',
		title: `Write ${tellWork(workOf(planned.plan.rulings), 'to')} (${size})?`,
		// The files come last: in a low window they are what is left out.
		lines: [
			...(isIncomplete(run)
				? [line('  Not everything could be read of the pull request (i tells what).', 'warning')]
				: []),
			...byModels(planned),
			...shown.map(
				({path, added, removed}): Line => [
					span(`  ${safe(path).padEnd(width)}  `),
					span(`+${added}`, 'added'),
					span(' '),
					span(`-${removed}`, 'removed'),
				],
			),
			...(files.length > shown.length ? [line(`  and ${files.length - shown.length} more`)] : []),
		],
	};
}

/** How many of the changes models made. */
function byModels(planned: Planned | null): Line[] {
	const {changes, models} = modelsIn(planned?.plan.rulings ?? []);
	if (changes === 0) return [];
	return [line(`  ${changes} of them made by a model: ${models.join(', ')}`, 'model')];
}

const isIncomplete = ({pullRequest}: ReviewState['run']) => (pullRequest?.completeness.incomplete.length ?? 0) > 0;

export function undoQuestion({runs}: ReviewState): Question {
	const files = runs.at(-1)?.files ?? [];
	const which = runs.length > 1 ? `latest of ${runs.length} runs` : 'run';
	return {
		what: 'undo',
		title: `Take the ${which} back: ${count(files.length, 'file')} as before?`,
		lines: [line('  What you edited since stays as it is.')],
	};
}

export function quitQuestion(state: ReviewState): Question {
	return {
		what: 'quit',
		title: `Leave without applying ${count(outstanding(state).length, 'decision')}?`,
		lines: [
			line('  The next review here asks whether to go on with them. w saves them to a file, A writes the files.'),
		],
		offers: ['w', 'A'],
	};
}

/** Rows that the frame and the panes keep, however much a dialog has to say. */
const keptRows = 7;

/** Rows of a question besides its lines: its rule, its title and the blank one below. */
export const questionRows = 3;

/** Rows that a dialog takes away from the panes, its rule among them. */
export function dialogRows({dialog, size}: Pick<ReviewState, 'dialog' | 'size'>): number {
	if (dialog === null || dialog.kind === 'page') return 0;
	return dialog.kind === 'field' ? 2 : Math.min(dialog.question.lines.length + questionRows, size.rows - keptRows);
}

export function pageLines(state: ReviewState, page: Page, width: number): Line[] {
	return page.page === 'help' ? keyLines(state, searchOf(page), width) : aboutLines(state, width);
}

/** What keys do and, where nothing is looked for, what signs mean. */
function keyLines(state: ReviewState, search: string, width: number): Line[] {
	const keys = helpLines(helpOf(keymap, state, search), width);
	if (search !== '') return keys;
	const outcomes = Object.entries(outcomeLooks).map(
		([outcome, {symbol, tone}]): Line => [span(`  ${state.symbols[symbol]} `, tone), span(outcome)],
	);
	const mine: Line = [span(`  ${state.symbols.mine} `, 'accent'), span('before these: decided by you or in the file')];
	const {symbol, tone} = modelLook;
	const model: Line = [span(`  ${state.symbols[symbol]} `, tone), span('planned or applied, by a model')];
	return [...keys, emptyLine, line('signs', 'strong'), ...outcomes, model, mine];
}

function aboutLines({run}: ReviewState, width: number): Line[] {
	const {pullRequest, reviewers, warnings, notInApi} = run;
	if (!pullRequest) return [line('nothing was read yet')];
	const {reviewThreads, reviews, comments, completeness} = pullRequest;
	const part = (title: string, texts: readonly string[]): Line[] =>
		texts.length === 0
			? []
			: [line(title, 'strong'), ...texts.flatMap(text => wrapLine([span(`  ${safe(text)}`)], width, '  ')), emptyLine];
	return [
		...part('read', [
			`${count(reviewThreads.length, 'thread')}, ${count(reviews.filter(({body}) => body.trim()).length, 'review body', 'review bodies')}, ${count(comments.length, 'issue comment')}`,
		]),
		...part('not read', completeness.incomplete),
		...part('not there', [...completeness.notInApi, ...notInApi]),
		...part(
			'reviewers',
			reviewers.map(({login, state, detail}) => [`${login} is ${state}`, detail].filter(Boolean).join(': ')),
		),
		...part(
			'warnings',
			warnings.map(({text, commentId}) => (commentId === null ? text : `comment ${commentId}: ${text}`)),
		),
	];
}
