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
	/** Dots stand for its characters. */
	isSecret: boolean;
	columns: number;
	/** Row of the screen in which it is typed, from 0. */
	row: number;
	symbols: Symbols;
};

/** Rows that it takes. */
export const fieldPanelRows = 2;

/** A text while it is typed, below a rule. */
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
