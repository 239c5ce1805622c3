import {createInterface} from 'node:readline';
import {exitCodes} from '../../exit-code.ts';
import type {Context} from '../../run/context.ts';
import {isOpen} from '../../run/outcome.ts';
import {count} from '../../text/count.ts';
import {settleMs} from '../app/dialog.ts';
import {helpOf, labelOf} from '../app/keymap.ts';
import {createStore, type Store} from '../app/store.ts';
import {editLines, openInBrowser} from '../editor.ts';
import {inWords, type Page, sayer} from '../say.ts';
import type {Left} from '../start.tsx';
import {textOf} from '../text/line.ts';
import {symbolsFor} from '../theme.ts';
import type {Action, Effect} from './actions.ts';
import {detailLines} from './detail.ts';
import {effectsOf, type ReviewHands} from './effects.ts';
import {keymap} from './keymap.ts';
import {isByModel} from './made-by.ts';
import {wordOf} from './outcome-look.ts';
import {pageLines} from './pages.ts';
import type {FindingRow} from './rows.ts';
import {selectedRow} from './selection.ts';
import {type ReviewRun, sessionsOf} from './sessions.ts';
import type {ReviewDialog, ReviewQuestion, ReviewState} from './state.ts';
import {codeOf, summaryOf} from './summary.ts';
import {initialReview, updateReview} from './update.ts';

export type Lines = {
	stdin: NodeJS.ReadableStream;
	stdout: Page;
	platform: string;
	/** How this way of showing was turned on. */
	reason: string;
};

/** Nothing is drawn, so nothing has to fit. */
const size = {columns: 1000, rows: 1000};

/**
 * The review as lines that are read from top to bottom: nothing is drawn twice, every choice is a word and Enter.
 * @throws {Failure} of the run, where it says what to mend outside; the signal's reason
 */
export async function reviewInLines(run: ReviewRun, lines: Lines, context: Context): Promise<Left<ReviewState>> {
	context.signal.throwIfAborted();
	const {stdin, stdout, platform, reason} = lines;
	const say = sayer(stdout);
	const input = createInterface({input: stdin});
	const {promise: left, resolve: leave, reject: fail} = Promise.withResolvers<boolean>();
	const hands: ReviewHands = {
		edit: async (given, path) => {
			input.pause();
			try {
				return await editLines(given, path, context.env);
			} finally {
				input.resume();
			}
		},
		browse: url => openInBrowser(url, platform, context.env),
		copy: say,
		suspend: async () => {},
		redraw: () => {},
		quit: (isInterrupted, failure = null) => (failure === null ? leave(isInterrupted) : fail(failure)),
	};
	const sessions = sessionsOf(run, context);
	const store: Store<ReviewState, Action> = createStore<ReviewState, Action, Effect>(
		initialReview(size, symbolsFor(false)),
		updateReview,
		effectsOf(sessions, hands, context),
	);
	let before = store.state();
	store.subscribe(() => {
		const state = store.state();
		for (const text of changesBetween(before, state)) say(text);
		before = state;
	});
	const interrupted = () => fail(context.signal.reason);
	context.signal.addEventListener('abort', interrupted);
	let at = 0;
	input.on('line', text => {
		// Whoever has typed a line has read the question before it.
		at = Math.max(at, context.now()) + settleMs;
		read(text.trim(), store, say, at);
	});
	input.on('SIGINT', () => leave(true));
	input.on('close', () => leave(false));
	// A terminal that was closed: that interrupts the whole run.
	input.on('error', () => leave(true));
	try {
		say(`Text mode, because of ${reason}. Type ? and Enter for the words that are understood.`);
		store.dispatch({type: 'start'});
		const isInterrupted = await left;
		const state = store.state();
		say(summaryOf(state).trimEnd());
		return {exitCode: isInterrupted ? exitCodes.interrupted : codeOf(state), state};
	} finally {
		context.signal.removeEventListener('abort', interrupted);
		input.close();
		await sessions.close();
	}
}

/** One line of input: the answer to a question, the number of a finding, or a key by its name. */
function read(text: string, store: Store<ReviewState, Action>, say: (text: string) => void, at: number): void {
	const {dialog, list} = store.state();
	const press = (key: string) => store.dispatch({type: 'key', key, at});
	if (dialog?.kind === 'field') {
		if (text !== '') {
			press('ctrl+u');
			store.dispatch({type: 'paste', text});
		}
		press('enter');
	} else if (dialog) press(answersTo(dialog).includes(text) ? text : 'enter');
	else if (text === 'back') press('escape');
	else if (text === '?') say(wordsOf(store.state()));
	else if (text === '' || text === 'list') say(listOf(findingsOf(list), store.state().index));
	else if (/^\d+$/.test(text)) {
		const row = findingsOf(list)[Number(text) - 1];
		if (row) {
			store.dispatch({type: 'look', finding: row.id});
			say(detailOf(store.state()));
		} else say(`There is no finding ${text}.`);
	} else {
		const key = keyOf(text);
		if (key === null) say(`"${text}" is not understood; ? tells what is.`);
		else press(key);
		// It was said from end to end: there is nothing to turn.
		if (store.state().dialog?.kind === 'page') press('escape');
	}
}

/** A key by its name, or by what help calls it: `escape`, `Esc`. A letter is not another one in capitals. */
function keyOf(text: string): string | null {
	const keys = keymap.flatMap(binding => binding.keys);
	const called = (key: string) => text.length > 1 && labelOf(key).toLowerCase() === text.toLowerCase();
	return keys.find(key => key === text || called(key)) ?? null;
}

const findingsOf = ({rows}: ReviewState['list']) => rows.filter(row => row.kind === 'finding');

const listOf = (rows: readonly FindingRow[], {judged}: ReviewState['index']) =>
	rows
		.map(({id, entry: {verdict, path}, place, reviewer, title}, index) =>
			[
				`${index + 1}.`,
				`${path ?? 'beside the diff'}:${place},`,
				`${reviewer}:`,
				`${title}`,
				`(${wordOf(verdict)}${isByModel(judged.get(id)?.rulings ?? []) ? ', by a model' : ''})`,
			].join(' '),
		)
		.join('\n');

const detailOf = (state: ReviewState) => detailLines(state, Number.POSITIVE_INFINITY).map(textOf).join('\n');

function wordsOf(state: ReviewState): string {
	const spoken = keymap.filter(({group, isForScreen}) => group !== 'move' && !isForScreen);
	return [
		'a number: reads that finding',
		'list, or nothing: lists the findings',
		...helpOf(spoken, state)
			.filter(({reason}) => reason === null)
			.map(({keys, help}) => `${inWords(keys.split(' ')[0]!)}: ${help}`),
	].join('\n');
}

/** What is worth saying of a change of the state. */
function changesBetween(before: ReviewState, state: ReviewState): string[] {
	const said: string[] = [];
	if (state.notice && state.notice !== before.notice) said.push(inWords(state.notice.text));
	if (state.progress && state.progress.text !== before.progress?.text) said.push(state.progress.text);
	if (state.stage === 'open' && before.stage === 'loading') said.push(overviewOf(state));
	if (state.stage === 'open' && before.stage === 'planning') {
		said.push(...(before.planned === null ? [overviewOf(state)] : outcomesSaid(before, state)));
	}
	if (state.dialog && state.dialog !== before.dialog) said.push(...questionOf(state, state.dialog, before.dialog));
	if (state.side !== before.side && state.cursor === before.cursor) said.push(`looking at ${state.side + 1}`);
	return said;
}

/** What a decision has made of the findings; of the one that it was about also where that is nothing new. */
function outcomesSaid(before: ReviewState, state: ReviewState): string[] {
	const outcomes = new Map(findingsOf(before.list).map(({id, entry}) => [id, wordOf(entry.verdict)]));
	const rows = findingsOf(state.list);
	const changed = rows.filter(({id, entry}) => outcomes.get(id) !== wordOf(entry.verdict));
	const selected = selectedRow(state);
	const told = changed.length > 0 || state.notice || !selected ? changed : [selected];
	const most = 5;
	const said = told.slice(0, most).map(({title, entry}) => `${title}: ${wordOf(entry.verdict)}`);
	return told.length > most ? [...said, `and ${told.length - most} more: list tells them`] : said;
}

function questionOf(state: ReviewState, dialog: ReviewDialog, before: ReviewDialog | null): string[] {
	if (dialog.kind === 'confirm') {
		const {title, lines} = dialog.question;
		return [
			title,
			...lines.map(textOf),
			`${answersTo(dialog)
				.map(key => inFull(key, dialog.question))
				.join(', ')
				.replace(/, n/, ' or n')}?`,
		];
	}
	// It is open already, and was told.
	if (before?.kind === dialog.kind) return [];
	if (dialog.kind === 'page') return pageLines(state, dialog, size.columns).map(textOf);
	const given = dialog.field.text === '' ? '' : ` (Enter: ${dialog.field.text})`;
	return [`${dialog.label}${given}:`];
}

const inFull = (key: string, {words}: ReviewQuestion) => {
	const word = key === 'y' ? words?.yes : key === 'n' ? words?.no : undefined;
	return word ? `${key} (${word})` : key;
};

/** What may be said to a dialog; anything else is what Enter stands for. */
const answersTo = (dialog: ReviewDialog): string[] => [
	'y',
	...(dialog.kind === 'confirm' ? (dialog.question.offers ?? []).map(({key}) => key) : []),
	'n',
];

function overviewOf({list, index}: ReviewState): string {
	const open = [...index.judged.values()].filter(({verdict}) => isOpen(verdict.outcome)).length;
	return `${count(list.all.size, 'finding')}, ${open} need you. Enter lists them, a number reads one.`;
}
