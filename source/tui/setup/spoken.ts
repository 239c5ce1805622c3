import {providerTable} from '../../run/setup/choices.ts';
import {costParts} from '../../run/setup/costs.ts';
import {helpOf, hintsOf} from '../app/keymap.ts';
import {textOf} from '../text/line.ts';
import {openField} from './field.ts';
import {keymap} from './keymap.ts';
import {menuOf} from './menus.ts';
import {pageText} from './pages.ts';
import {pullLines, shareOf} from './progress.ts';
import {isCovered, type SetupState} from './state.ts';
import {costWords} from './table.ts';
import {working} from './working.ts';

const width = Number.POSITIVE_INFINITY;

/** A page from top to bottom, with the number of each choice and what can be typed. */
export function pageInLines(state: SetupState): string {
	const {title, above, below} = pageText(state, width);
	const menu = menuOf(state, width);
	const isTable = !isCovered(state) && state.page === 'providers';
	const choices = (menu?.items ?? []).map(({label}, index) => `${index + 1}. ${label}`);
	const text = isTable
		? [...providersInLines(state), ...monthOf(state)]
		: [...above.map(textOf), ...choices, ...below.map(textOf)];
	return [`-- ${title}`, ...text.map(line => line.trim()).filter(Boolean), askFor(state)].join('\n');
}

const monthOf = ({volume}: SetupState) => [
	`Monthly volume: ${volume.pullRequests} pull requests x ${volume.commentsEach} comments.`,
];

/** Every provider with all that it is chosen by, for nobody looks a table up and down here. */
function providersInLines({volume, advice}: SetupState): string[] {
	return providerTable(volume).map((row, index) => {
		const {alias, title, kind, privacy, privacyNote, latency, setUp, requires, notes} = row;
		const facts = [
			`privacy ${privacy}, ${privacyNote}`,
			`latency ${latency}`,
			`setup ${setUp}`,
			...costParts.map(part => `${part.title} costs ${costWords(row, part)}`),
			`requires ${requires.join(', ')}`,
			...notes,
		];
		const fits = advice?.providers.includes(row.id) ? ` Recommended: ${advice.reason}` : '';
		return `${index + 1}. ${alias}: ${title}, ${kind}.${fits} ${facts.join('; ')}.`;
	});
}

/** What can be typed now. */
function askFor(state: SetupState): string {
	const field = openField(state);
	if (field) return `${field.label}${field.isSecret ? ' (not shown)' : ''}, then Enter, or back:`;
	const words = hintsOf(keymap, state).map(({key, word}) => (key === 'Esc' ? 'back' : `${key}: ${word}`));
	return `${menuOf(state) ? 'Type a number to choose. ' : ''}${words.join(', ')}`;
}

/** What goes on; a download is told anew with every tenth of it. `id` is another one when there is something to say. */
export function progressInLines({work, pull, symbols}: SetupState): {id: string; text: string} {
	if (work === null) return {id: '', text: ''};
	if (work !== 'pulling' || !pull?.total) return {id: work, text: working[work]};
	const tenth = Math.floor(shareOf(pull) / 10);
	const [, amounts] = pullLines(pull, width, symbols);
	return {id: `${work} ${tenth}`, text: `${shareOf(pull)}%, ${amounts ? textOf(amounts) : ''}`};
}

/** What is understood on this page. */
export function wordsInLines(state: SetupState): string {
	const rows = helpOf(keymap, state).filter(({group, reason}) => group === 'steps' && reason === null);
	return [
		...(menuOf(state) ? ['a number: choose that item'] : []),
		...rows.map(({keys, help}) => `${keys === 'Esc' ? 'back' : keys}: ${help}`),
		'q: quit',
	].join('\n');
}
