import {providerTable} from '../../run/setup/choices.ts';
import {roughly} from '../../text/figures.ts';
import {helpOf, hintsOf, keyTo} from '../app/keymap.ts';
import {textOf} from '../text/line.ts';
import {monthOf} from './choosing-pages.ts';
import {openField} from './field.ts';
import {keymap} from './keymap.ts';
import {menuOf} from './pages.ts';
import {isStalled, pullLines, shareOf} from './progress.ts';
import {isCovered, type SetupState, working} from './state.ts';
import {priceWords} from './table.ts';
import {textOfWindow} from './view.ts';

const unlimited = Number.POSITIVE_INFINITY;

/** A page with numbered items and the possible input. */
export function pageInLines(state: SetupState): string {
	const {title, above, below, menu} = textOfWindow(state, unlimited);
	const isTable = !isCovered(state) && state.page === 'providers';
	const choices = (menu?.items ?? []).map(({label}, index) => `${index + 1}. ${label}`);
	const text = isTable
		? [...providersInLines(state), monthOf(state.volume)]
		: [...above.map(textOf), ...choices, ...below.map(textOf)];
	return [`-- ${title}`, ...text.map(line => line.trim()).filter(Boolean), askFor(state)].join('\n');
}

/** Every provider with all its facts, because a table is hard to read aloud. */
function providersInLines({volume, advice}: SetupState): string[] {
	return providerTable(volume).map((row, index) => {
		const {alias, title, kind, privacy, privacyNote, latency, setUp, requires, notes} = row;
		const facts = [
			`privacy ${privacy}, ${privacyNote}`,
			`latency ${latency}`,
			`setup ${setUp}`,
			`price ${priceWords(row)}`,
			`requires ${requires.join(', ')}`,
			...notes,
		];
		const fits = advice?.providers.includes(row.id) ? ` Recommended: ${advice.reason}` : '';
		return `${index + 1}. ${alias}: ${title}, ${kind}.${fits} ${facts.join('; ')}.`;
	});
}

/** The possible input. */
function askFor(state: SetupState): string {
	const field = openField(state);
	if (field) return `${field.label}${field.isSecret ? ' (not shown)' : ''}, then Enter, or back:`;
	const words = hintsOf(keymap, state).map(({key, word}) => (key === 'Esc' ? 'back' : `${key}: ${word}`));
	return `${menuOf(state) ? 'Type a number to choose. ' : ''}${words.join(', ')}`;
}

/** The progress of work, of a download by tenths. A new `id` means a new text to print. */
export function progressInLines({work, pull, symbols}: SetupState): {id: string; text: string} {
	if (work === null) return {id: '', text: ''};
	const isPulling = work === 'pulling' && pull !== null;
	if (isPulling && isStalled(pull)) return {id: `${work} stalled`, text: `no data for ${roughly(pull.idleMs)}`};
	if (!isPulling || !pull.total) return {id: work, text: working[work]};
	const tenth = Math.floor(shareOf(pull) / 10);
	const [, amounts] = pullLines(pull, unlimited, symbols);
	return {id: `${work} ${tenth}`, text: `${shareOf(pull)}%, ${amounts ? textOf(amounts) : ''}`};
}

/** The commands of the page. */
export function wordsInLines(state: SetupState): string {
	const rows = helpOf(keymap, state).filter(({group, reason}) => group === 'steps' && reason === null);
	return [
		...(menuOf(state) ? ['a number: choose that item'] : []),
		...rows.map(({keys, help}) => `${keys === 'Esc' ? 'back' : keys}: ${help}`),
		`${keyTo(state, 'quit')}: quit`,
	].join('\n');
}
