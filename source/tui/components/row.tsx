import {Box, Text} from 'ink';
import {memo} from 'react';
import {cutLine, isSameLine, type Line, span, spreadGround, type Tone} from '../text/line.ts';
import {useScreen, useStyler} from './looks.tsx';

/** A line of text in one row. It has to fit: our own functions cut lines, with the mark of the theme. */
export const Row = memo(
	({line}: {line: Line}) => {
		const styled = useStyler();
		// An empty text would take no row.
		return <Text wrap="truncate">{styled(line) || ' '}</Text>;
	},
	(before, after) => isSameLine(before.line, after.line),
);

type Window = {lines: readonly Line[]; top?: number; width: number; height: number};

/** The lines that a window shows, from the one at `top` on; each is cut to its width. */
export function Rows({lines, top = 0, width, height}: Window) {
	const {symbols} = useScreen();
	return (
		<Box flexDirection="column" width={width} height={height} flexShrink={0}>
			{lines.slice(top, top + height).map((line, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row is a place on the screen
				<Row key={row} line={spreadGround(cutLine(line, width, symbols.cut), width)} />
			))}
		</Box>
	);
}

/** A character, as often as there is room beside the others of a row. */
export function Fill({character, tone}: {character: string; tone: Tone}) {
	const styled = useStyler();
	const {columns} = useScreen();
	return (
		<Box flexGrow={1} flexBasis={0} height={1} overflow="hidden">
			<Text wrap="hard">{styled([span(character.repeat(columns), tone)])}</Text>
		</Box>
	);
}
