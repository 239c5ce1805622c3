import {cut, take, widthOf} from '../../text/cells.ts';
import {graphemesOf} from '../../text/graphemes.ts';
import {safe} from '../../text/safe.ts';
import {characterOf} from '../keys.ts';
import type {Span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

/** A one-line text field. */
export type Field = {
	text: string;
	/** Characters before the cursor. */
	cursor: number;
};

export const fieldOf = (text: string): Field => ({text, cursor: graphemesOf(text).length});

/** The field after a key; unknown keys do not change it. */
export function typeKey(field: Field, key: string): Field {
	const characters = graphemesOf(field.text);
	const {cursor} = field;
	const at = (place: number): Field => ({...field, cursor: Math.min(Math.max(place, 0), characters.length)});
	const without = (from: number, to: number): Field => ({
		text: characters.toSpliced(from, to - from).join(''),
		cursor: from,
	});
	switch (key) {
		case 'left':
			return at(cursor - 1);
		case 'right':
			return at(cursor + 1);
		case 'home':
		case 'ctrl+a':
			return at(0);
		case 'end':
		case 'ctrl+e':
			return at(characters.length);
		case 'backspace':
			return cursor === 0 ? field : without(cursor - 1, cursor);
		case 'delete':
			return without(cursor, cursor + 1);
		case 'ctrl+u':
			return without(0, cursor);
		case 'ctrl+w':
			return without(wordStart(characters, cursor), cursor);
		default:
			return insert(field, characterOf(key));
	}
}

/** The field after a paste, which is joined to one line and trimmed. */
export function paste(field: Field, text: string): Field {
	return insert(
		field,
		text
			.trim()
			.replace(/\s*[\r\n]+\s*/g, ' ')
			.replace(/\p{Cc}/gu, ''),
	);
}

function insert({text, cursor}: Field, added: string): Field {
	if (added === '') return {text, cursor};
	const characters = graphemesOf(text);
	const before = characters.slice(0, cursor).join('') + added;
	return {text: before + characters.slice(cursor).join(''), cursor: graphemesOf(before).length};
}

function wordStart(characters: readonly string[], cursor: number): number {
	let at = cursor;
	while (at > 0 && characters[at - 1] === ' ') at--;
	while (at > 0 && characters[at - 1] !== ' ') at--;
	return at;
}

/** The visible part of the field in `room` cells, and the cell of the cursor, which is always visible. */
export function visible({text, cursor}: Field, room: number): {text: string; cursor: number} {
	const shown = graphemesOf(text).map(safe);
	let [from, before] = [cursor, 0];
	while (from > 0 && before + widthOf(shown[from - 1] ?? '') < room) {
		from -= 1;
		before += widthOf(shown[from] ?? '');
	}
	return {text: take(shown.slice(from).join(''), room), cursor: before};
}

export type FieldPanel = {
	label: string;
	field: Field;
	/** On the rule above. */
	note?: Span | null;
	/** Shows dots instead of characters. */
	isSecret: boolean;
};

export const fieldPanelRows = 2;

/** What a narrow window leaves for the text beside its label. */
const fewestCells = 20;

/** The label and the visible text of a field, and the column of the cursor. */
export function shownField(
	{label, field, isSecret}: FieldPanel,
	columns: number,
	symbols: Symbols,
): {head: string; text: string; cursor: number} {
	const head = ` ${cut(label, Math.max(8, columns - fewestCells), symbols.cut)}: `;
	const text = isSecret ? symbols.bullet.repeat(graphemesOf(field.text).length) : field.text;
	const shown = visible({...field, text}, columns - widthOf(head) - 1);
	return {head, text: shown.text, cursor: widthOf(head) + shown.cursor};
}
