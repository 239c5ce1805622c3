import {Box} from 'ink';
import type {Line} from '../text/line.ts';
import {StyledLine} from './styled-line.tsx';

type Props = {
	lines: readonly Line[];
	/** First visible line. */
	top?: number;
	room: {width: number; height: number};
	/** Index of the line with the cursor. */
	selected?: number;
};

/** A window on lines; only visible ones are mounted. */
export function Lines({lines, top = 0, room: {width, height}, selected}: Props) {
	return (
		<Box flexDirection="column" width={width} height={height} flexShrink={0} overflow="hidden">
			{lines.slice(top, top + height).map((line, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row is a place on the screen, whatever stands in it
				<StyledLine key={index} line={line} isSelected={top + index === selected} />
			))}
		</Box>
	);
}
