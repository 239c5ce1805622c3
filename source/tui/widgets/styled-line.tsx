import {Text} from 'ink';
import {memo} from 'react';
import type {Line} from '../text/line.ts';
import {looks} from '../theme.ts';

type Props = {
	line: Line;
	/** The cursor is here. */
	isSelected?: boolean;
};

/** One line of a pane. An empty one still takes its row. */
export const StyledLine = memo(function StyledLine({line, isSelected = false}: Props) {
	const spans = line.length === 0 ? [{text: ' ', tone: 'plain' as const}] : line;
	return (
		<Text wrap="truncate" inverse={isSelected}>
			{spans.map(({text, tone}, index) =>
				isSelected || tone === 'plain' ? (
					text
				) : (
					// biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no names
					<Text key={index} {...looks[tone]}>
						{text}
					</Text>
				),
			)}
		</Text>
	);
});
