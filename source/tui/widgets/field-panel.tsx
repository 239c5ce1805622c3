import {useCursor} from 'ink';
import {widthOf} from '../../text/cells.ts';
import {graphemesOf} from '../../text/graphemes.ts';
import {line, span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {type Field, visible} from './field.ts';
import {StyledLine} from './styled-line.tsx';

type Props = {
	label: string;
	field: Field;
	/** Shows dots instead of characters. */
	isSecret: boolean;
	columns: number;
	/** Screen row of the text (0-based). */
	row: number;
	symbols: Symbols;
};

export const fieldPanelRows = 2;

/** A text field below a rule. */
export function FieldPanel({label, field, isSecret, columns, row, symbols}: Props) {
	const head = ` ${label}: `;
	const text = isSecret ? symbols.bullet.repeat(graphemesOf(field.text).length) : field.text;
	const shown = visible({...field, text}, columns - widthOf(head) - 1);
	// The real cursor, for input methods and braille displays.
	useCursor().setCursorPosition({x: widthOf(head) + shown.cursor, y: row});
	return (
		<>
			<StyledLine line={line(symbols.rule.repeat(columns), 'accent')} />
			<StyledLine line={[span(head, 'strong'), span(shown.text)]} />
		</>
	);
}
