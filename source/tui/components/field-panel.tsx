import {Box, useCursor} from 'ink';
import {cutLine, span} from '../text/line.ts';
import type {FieldPanel as Panel} from '../widgets/field.ts';
import {shownField} from '../widgets/field.ts';
import {Fill, Row} from './row.tsx';
import {useScreen} from './use-screen.ts';

/** Rows below the text of a field: the status and the hints. */
const rowsBelow = 2;

/**
 * A text field below a rule, with the real cursor for input methods and braille displays.
 * @param rows of the window
 */
export function FieldPanel({panel, rows}: {panel: Panel; rows: number}) {
	const {columns, symbols} = useScreen();
	const {setCursorPosition} = useCursor();
	const {note = null} = panel;
	const {head, text, cursor} = shownField(panel, columns, symbols);
	setCursorPosition({x: cursor, y: rows - rowsBelow - 1});
	return (
		<Box flexDirection="column" flexShrink={0}>
			<Box>
				{note && <Row line={cutLine([span(`${symbols.rule} `, 'accent'), note, span(' ')], columns, symbols.cut)} />}
				<Fill character={symbols.rule} tone="accent" />
			</Box>
			<Row line={[span(head, 'strong'), span(text)]} />
		</Box>
	);
}
