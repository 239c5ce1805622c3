import {Text} from 'ink';
import {memo, useContext} from 'react';
import {isSameLine, type Line} from '../text/line.ts';
import {paint} from '../text/paint.ts';
import {LooksContext} from './looks-context.ts';

type Props = {
	line: Line;
	/** The cursor is here. */
	isSelected?: boolean;
};

/** One line, redrawn only if it looks different. An empty one still takes a row. */
export const StyledLine = memo(
	function StyledLine({line, isSelected = false}: Props) {
		const looks = useContext(LooksContext);
		return <Text wrap="truncate">{paint(line, isSelected, looks) || ' '}</Text>;
	},
	(before, now) => before.isSelected === now.isSelected && isSameLine(before.line, now.line),
);
