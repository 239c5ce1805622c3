import {Box} from 'ink';
import type {Line} from '../text/line.ts';
import {FieldPanel} from '../widgets/field-panel.tsx';
import type {Gauges} from '../widgets/gauges.ts';
import {StyledLine} from '../widgets/styled-line.tsx';
import {fieldNote} from './field-note.ts';
import {reviewLines} from './screen-lines.ts';
import type {ReviewState} from './state.ts';

type Props = {state: ReviewState; gauges: Gauges | null};

export function ReviewScreen({state, gauges}: Props) {
	const {size, dialog, symbols} = state;
	const {columns, rows} = size;
	const {above, below} = reviewLines(state, gauges);
	return (
		<Box width={columns} height={rows} flexDirection="column">
			{above.map(row)}
			{dialog?.kind === 'field' && below.length > 0 && (
				<FieldPanel {...{...dialog, columns, symbols}} note={fieldNote(state)} isSecret={false} row={rows - 3} />
			)}
			{below.map(row)}
		</Box>
	);
}

const row = (line: Line, index: number) => <StyledLine key={index} line={line} />;
