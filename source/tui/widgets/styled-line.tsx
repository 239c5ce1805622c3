import {Text} from 'ink';
import {memo} from 'react';
import {isSameLine, type Line} from '../text/line.ts';
import {paint} from '../text/paint.ts';

type Props = {
	line: Line;
	/** The cursor is here. */
	isSelected?: boolean;
};

/** One line of a pane, drawn again only where it looks otherwise. An empty one still takes its row. */
export const StyledLine = memo(
	function StyledLine({line, isSelected = false}: Props) {
		return <Text wrap="truncate">{paint(line, isSelected) || ' '}</Text>;
	},
	(before, now) => before.isSelected === now.isSelected && isSameLine(before.line, now.line),
);
