import {Box} from 'ink';
import {StyledLine} from '../widgets/styled-line.tsx';
import {benchLines} from './screen-lines.ts';
import type {BenchState} from './state.ts';

type Props = {
	state: BenchState;
	/** Milliseconds since the epoch. */
	now: number;
};

/** Draws the lines of the live screen. */
export function BenchScreen({state, now}: Props) {
	const {columns, rows} = state.size;
	return (
		<Box width={columns} height={rows} flexDirection="column">
			{benchLines(state, now).map((line, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row is a place on the screen, whatever stands in it
				<StyledLine key={index} line={line} />
			))}
		</Box>
	);
}
