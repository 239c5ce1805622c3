import {useCursor} from 'ink';
import {widthOf} from '../../text/cells.ts';
import {graphemesOf} from '../../text/graphemes.ts';
import {cutLine, type Line, lineWidth, type Span, span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {type Field, visible} from './field.ts';
import {StyledLine} from './styled-line.tsx';

type Props = {
	label: string;
	field: Field;
	/** On the rule above. */
	note?: Span | null;
	/** Shows dots instead of characters. */
	isSecret: boolean;
	columns: number;
	/** Screen row of the text (0-based). */
	row: number;
	symbols: Symbols;
};

export const fieldPanelRows = 2;

/** A text field below a rule. */
export function FieldPanel({label, field, note = null, isSecret, columns, row, symbols}: Props) {
	const head = ` ${label}: `;
	const text = isSecret ? symbols.bullet.repeat(graphemesOf(field.text).length) : field.text;
	const shown = visible({...field, text}, columns - widthOf(head) - 1);
	// The real cursor, for input methods and braille displays.
	useCursor().setCursorPosition({x: widthOf(head) + shown.cursor, y: row});
	return (
		<>
			<StyledLine line={noteRule(note, columns, symbols)} />
			<StyledLine line={[span(head, 'strong'), span(shown.text)]} />
		</>
	);
}

function noteRule(note: Span | null, columns: number, {rule, cut}: Symbols): Line {
	const head = note === null ? [] : [span(`${rule} `, 'accent'), note, span(' ')];
	const fitting = cutLine(head, columns, cut);
	return [...fitting, span(rule.repeat(columns - lineWidth(fitting)), 'accent')];
}
