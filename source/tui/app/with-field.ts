import type {ScreenFrame} from '../paint/screen-frame.ts';
import type {Line} from '../text/line.ts';
import {type FieldPanel, fieldPanel} from '../widgets/field-panel.ts';
import type {AppState} from './state.ts';

/** A frame of the rows above and below an open field, or of both without one. */
export function withField(
	above: readonly Line[],
	field: FieldPanel | null,
	below: readonly Line[],
	{size, symbols}: Pick<AppState, 'size' | 'symbols'>,
): ScreenFrame {
	if (field === null) return {rows: [...above, ...below], cursor: null};
	const {lines, cursor} = fieldPanel(field, size.columns, symbols);
	return {rows: [...above, ...lines, ...below], cursor: {...cursor, row: above.length + cursor.row}};
}
