import {cut, widthOf} from '../../text/cells.ts';
import {graphemesOf} from '../../text/graphemes.ts';
import type {ScreenCell} from '../paint/screen-frame.ts';
import {cutLine, type Line, lineWidth, type Span, span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {type Field, visible} from './field.ts';

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

/** A text field below a rule, and the place of the cursor within its rows. */
export function fieldPanel(
	{label, field, note = null, isSecret}: FieldPanel,
	columns: number,
	symbols: Symbols,
): {lines: readonly Line[]; cursor: ScreenCell} {
	const head = ` ${cut(label, Math.max(8, columns - fewestCells), symbols.cut)}: `;
	const text = isSecret ? symbols.bullet.repeat(graphemesOf(field.text).length) : field.text;
	const shown = visible({...field, text}, columns - widthOf(head) - 1);
	return {
		lines: [noteRule(note, columns, symbols), [span(head, 'strong'), span(shown.text)]],
		// The real cursor, for input methods and braille displays.
		cursor: {row: 1, column: widthOf(head) + shown.cursor},
	};
}

function noteRule(note: Span | null, columns: number, {rule, cut}: Symbols): Line {
	const head = note === null ? [] : [span(`${rule} `, 'accent'), note, span(' ')];
	const fitting = cutLine(head, columns, cut);
	return [...fitting, span(rule.repeat(columns - lineWidth(fitting)), 'accent')];
}
