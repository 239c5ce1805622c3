import type {Context} from '../../run/context.ts';
import {notOnFile, wordOf} from '../../run/filter/listed.ts';
import {readFilter} from '../../run/filter/query.ts';
import {isByModel} from '../../run/filter/subject.ts';
import {countLeft, formatLeft} from '../../run/report/outcome.ts';
import {count} from '../../text/sentences.ts';
import type {AppExit} from '../app/app.ts';
import {spokenChecklist} from '../app/checklist.ts';
import {bindingOf, keyTo} from '../app/keymap.ts';
import {backForEsc, type Lines, pressTyped, runInLines, type Say, speakChanges, typedKeys} from '../app/linear.ts';
import type {Store} from '../app/store.ts';
import {textOf} from '../text/line.ts';
import type {Action} from './actions.ts';
import {spokenProgress} from './bars.ts';
import {detailLines} from './detail.ts';
import {fieldNote} from './field-note.ts';
import {filterSyntax, matchCount} from './filter-prompt.ts';
import {type Command, keymap} from './keymap.ts';
import {isUnread} from './move-commands.ts';
import {pages} from './pages.ts';
import {withReviewApp} from './review-app.ts';
import {type FindingRow, findingsIn, threadNotes} from './rows.ts';
import {selectedRow} from './selection.ts';
import type {SessionRun} from './sessions.ts';
import type {ReviewDialog, ReviewState} from './state.ts';

/** The review in text mode. @throws as `runInLines` */
export const reviewInLines = (run: SessionRun, lines: Lines, context: Context): Promise<AppExit<ReviewState>> =>
	withReviewApp(run, lines.keys, context, app =>
		runInLines(app, {speaker: speakChanges(spokenChanges), hear}, lines, context),
	);

/** One line of input: an answer, the number of a finding, or the name of a key. */
function hear(typed: string, store: Store<ReviewState, Action>, say: Say, at: number): void {
	const text = typed.trim();
	const {dialog, list} = store.state();
	const press = (key: string) => store.dispatch({type: 'key', key, at});
	if (dialog?.kind === 'field') {
		if (text !== '') {
			press('ctrl+u');
			store.dispatch({type: 'paste', text});
		}
		press('enter');
		if (dialog.purpose === 'filter') {
			const {fault} = readFilter(store.state().filter);
			// It is still open.
			if (fault !== null) press('escape');
			say(filterAnswer(store.state(), fault));
		} else if (store.state().dialog?.kind === 'field') {
			say(`${fieldNote(store.state())?.text}.`);
			press('escape');
		}
	} else if (!dialog && /^\/./.test(text)) {
		const {fault} = readFilter(text.slice(1));
		if (fault === null) store.dispatch({type: 'filter', text: text.slice(1)});
		say(filterAnswer(store.state(), fault));
	} else if (dialog?.kind === 'checklist') press(text === '' ? 'enter' : text);
	else if (dialog?.kind === 'confirm') press(answersTo(dialog).find(({key}) => key === text)?.press ?? 'enter');
	else if (dialog) press('enter');
	else if (text === 'back') press('escape');
	else if (text === '?') say(wordsOf(store.state()));
	else if (text === '' || text === 'list') say(findingList(findingsIn(list.rows), store.state().index));
	else if (/^\d+$/.test(text)) {
		const row = findingsIn(list.rows)[Number(text) - 1];
		if (row) {
			store.dispatch({type: 'look', finding: row.id});
			say(spokenDetail(store.state()));
		} else say(`There is no finding ${text}.`);
	} else {
		const before = store.state();
		const key = pressTyped(text, before, press, say);
		const row = selectedRow(store.state());
		const command = key === null ? '' : (bindingOf(keymap, before, key)?.command ?? '');
		const isNew = movesToOpen.has(command) && isUnread(store.state());
		if (row && (isNew || row.id !== selectedRow(before)?.id)) {
			store.dispatch({type: 'look', finding: row.id});
			say(spokenDetail(store.state()));
		}
	}
	// The whole page was printed: nothing is left to scroll.
	if (store.state().dialog?.kind === 'page') press('escape');
}

const findingList = (rows: readonly FindingRow[], {judged}: ReviewState['index']) =>
	rows
		.map((row, index) => {
			const {id, entry, place, reviewer, title} = row;
			const made = isByModel(judged.get(id)?.rulings ?? []) ? ['by a model'] : [];
			const {severity} = entry.finding;
			const facts = [wordOf(entry.verdict), ...made, ...(severity ? [severity] : []), ...threadNotes(row)].join(', ');
			const where = `${entry.path ?? notOnFile}${entry.finding.lines ? `:${place}` : ''}`;
			return `${index + 1}. ${where}, ${reviewer}: ${title} (${facts})`;
		})
		.join('\n');

const filterAnswer = (state: ReviewState, fault: string | null) =>
	fault === null ? `${matchCount(state)}; type list to see them, back to clear the filter.` : `${fault}.`;

const spokenDetail = (state: ReviewState) => detailLines(state, Number.POSITIVE_INFINITY).map(textOf).join('\n');

/** Of the keys that move, those that a list with numbers does not replace. */
const movesToOpen: ReadonlySet<string> = new Set(['next-open', 'previous-open'] satisfies Command[]);

function wordsOf(state: ReviewState): string {
	const spoken = keymap.filter(({command, group, isForScreen}) =>
		group === 'move' ? movesToOpen.has(command) : !isForScreen,
	);
	return [
		'a number: read that finding',
		'/words: filter findings; see / for what it accepts',
		'list, or Enter alone: list the findings',
		...typedKeys(spoken, state),
	].join('\n');
}

/** What to print about a change of the state. */
function spokenChanges(before: ReviewState, state: ReviewState): string[] {
	const said: string[] = [];
	if (state.notice && state.notice !== before.notice) said.push(backForEsc(state.notice.text));
	if (state.progress && state.progress.text !== before.progress?.text) said.push(spokenProgress(state.progress));
	if (state.stage === 'open' && before.stage === 'loading') said.push(overviewOf(state));
	if (state.stage === 'open' && before.stage === 'planning') {
		said.push(...(before.planned === null ? [overviewOf(state)] : outcomesSaid(before, state)));
	}
	if (state.dialog && state.dialog !== before.dialog) said.push(...spokenQuestion(state, state.dialog, before.dialog));
	if (before.filter !== '' && state.filter === '' && !state.dialog && !before.dialog) {
		said.push(`The filter is cleared: ${count(state.list.shown, 'finding')}.`);
	}
	if (state.folds !== before.folds) said.push(spokenDetail(state));
	if (state.side !== before.side && state.cursor === before.cursor) said.push(`side ${state.side + 1}`);
	return said;
}

const planLimit = ({planned}: ReviewState) => planned?.analysis.only ?? null;

/** Outcomes that a decision changed, or that of the selected finding if none did. */
function outcomesSaid(before: ReviewState, state: ReviewState): string[] {
	// Another plan for the question of what to write is no decision.
	if (planLimit(state) !== planLimit(before)) return [];
	const outcomes = new Map(findingsIn(before.list.rows).map(({id, entry}) => [id, wordOf(entry.verdict)]));
	const rows = findingsIn(state.list.rows);
	const changed = rows.filter(({id, entry}) => outcomes.get(id) !== wordOf(entry.verdict));
	const selected = selectedRow(state);
	const told = changed.length > 0 || state.notice || !selected ? changed : [selected];
	const most = 5;
	const said = told.slice(0, most).map(({title, entry}) => `${title}: ${wordOf(entry.verdict)}`);
	return told.length > most ? [...said, `and ${told.length - most} more; type list to see them`] : said;
}

function spokenQuestion(state: ReviewState, dialog: ReviewDialog, before: ReviewDialog | null): string[] {
	if (dialog.kind === 'confirm') {
		const {title, lines} = dialog.question;
		const answers = answersTo(dialog).map(({key, word}) => (word ? `${key} (${word})` : key));
		return [title, ...lines.map(textOf), `${answers.join(', ').replace(/, n/, ' or n')}?`];
	}
	if (dialog.kind === 'checklist') return spokenChecklist(dialog, before?.kind === 'checklist' ? before : null);
	// It was printed when it opened.
	if (before?.kind === dialog.kind) return [];
	if (dialog.kind === 'page') return pages[dialog.page].lines(state, Number.POSITIVE_INFINITY, dialog).map(textOf);
	const given = dialog.field.text === '' ? '' : ` (Enter: ${dialog.field.text})`;
	const label = dialog.purpose === 'filter' ? `${dialog.label} (${filterSyntax})` : dialog.label;
	return [`${label}${given}:`];
}

/** Valid answers of a question; any other input counts as Enter. */
const answersTo = ({question: {words, offers = []}}: Extract<ReviewDialog, {kind: 'confirm'}>) => [
	{key: 'y', press: 'y', word: words?.yes},
	...offers.map(({key, press = key, word}) => ({key, press, word})),
	{key: 'n', press: 'n', word: words?.no},
];

function overviewOf(state: ReviewState): string {
	const {list} = state;
	const {shown, hidden} = list;
	const judged = findingsIn(list.rows).flatMap(({entry}) => entry.verdict ?? []);
	const left = formatLeft(countLeft(judged)).map(({text}) => text);
	const numbers = [count(shown, 'finding'), ...(left.length > 0 ? left : ['none open'])];
	const rest =
		hidden > 0
			? ` ${count(hidden, 'not-actionable finding')} hidden; type ${keyTo(state, 'toggle-idle')} to show them.`
			: '';
	return `${numbers.join(', ')}.${rest} Press Enter to list them, or type a number to read one.`;
}
