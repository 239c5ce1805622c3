import type {Planned} from '../../run/session.ts';
import {formatWork, workOf} from '../../run/work-size.ts';
import {count} from '../../text/count.ts';
import {safe} from '../../text/safe.ts';
import {type Line, line, span} from '../text/line.ts';
import {modelsIn} from './made-by.ts';
import {outstanding} from './outstanding.ts';
import {plannedFiles} from './planned-files.ts';
import type {ReviewQuestion, ReviewState} from './state.ts';

/** The question before writing files; null if there is nothing to write. */
export function applyQuestion({planned, run}: ReviewState): ReviewQuestion | null {
	if (!planned) return null;
	const files = plannedFiles(planned);
	if (files.length === 0) return null;
	const size = `+${sumOf(files, ({added}) => added)} -${sumOf(files, ({removed}) => removed)} lines`;
	const most = 6;
	const shown = files.length > most ? files.slice(0, most - 1) : files;
	const width = Math.max(...shown.map(({path}) => path.length));
	return {
		what: 'apply',
		title: `Write ${formatWork(workOf(planned.plan.rulings), 'to')} (${size})?`,
		// The files come last, because a low window cuts the end.
		lines: [
			...(isIncomplete(run) ? [line('  Parts of the pull request could not be read (i shows which).', 'warning')] : []),
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
		offers: [{key: 'd', word: 'show diff'}],
	};
}

const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
	items.reduce((sum, item) => sum + value(item), 0);

/** How many of the changes models made. */
function byModels({plan}: Planned): Line[] {
	const {changes, models} = modelsIn(plan.rulings);
	if (changes === 0) return [];
	return [line(`  ${changes} of them made by a model: ${models.join(', ')}`, 'model')];
}

const isIncomplete = ({pullRequest}: ReviewState['run']) => (pullRequest?.completeness.incomplete.length ?? 0) > 0;

export function undoQuestion({runs}: ReviewState): ReviewQuestion {
	const files = runs.at(-1)?.files ?? [];
	const which = runs.length > 1 ? `latest of ${runs.length} runs` : 'run';
	return {
		what: 'undo',
		title: `Undo the ${which} and restore ${count(files.length, 'file')}?`,
		lines: [line('  Edits you made since then are kept.')],
	};
}

export function quitQuestion(state: ReviewState): ReviewQuestion {
	return {
		what: 'quit',
		title: `Quit without applying ${count(outstanding(state).length, 'decision')}?`,
		lines: [line('  The next review offers to continue with them. w saves them to a file, A writes the files.')],
		offers: [
			{key: 'w', word: 'save'},
			{key: 'A', word: 'write'},
		],
	};
}
