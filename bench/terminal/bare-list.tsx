import {Box, Text, useInput} from 'ink';
import {useReducer} from 'react';
import {pad} from '../../source/text/cells.ts';
import type {Row} from '../../source/tui/review/rows.ts';
import type {WindowSize} from '../../test/helpers/terminal-streams.ts';

/** The least that a list in Ink can be: the rows that fit, each a text, and a cursor. */
export function BareList({rows, size}: {rows: readonly string[]; size: WindowSize}) {
	const {columns, rows: height} = size;
	const [{cursor, top}, move] = useReducer(
		(list: {cursor: number; top: number}, steps: number) => {
			const next = Math.max(0, Math.min(rows.length - 1, list.cursor + steps));
			return {cursor: next, top: Math.max(next - height + 1, Math.min(list.top, next))};
		},
		{cursor: 0, top: 0},
	);
	useInput(input => move(input === 'k' ? -1 : 1));
	return (
		<Box width={columns} height={height} flexDirection="column" overflow="hidden">
			{rows.slice(top, top + height).map((row, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row is a place on the screen
				<Text key={index} wrap="truncate" inverse={top + index === cursor}>
					{row}
				</Text>
			))}
		</Box>
	);
}

/** What is known of a finding, in exactly as many cells as the window has: nothing needs to be cut while it is drawn. */
export function rowText(row: Row, columns: number): string {
	if (row.kind === 'group') return pad(row.title, columns, '…');
	const {reviewer, title, place, entry} = row;
	const facts = [
		entry.finding.severity ?? '',
		reviewer,
		title,
		entry.path,
		place,
		entry.verdict?.outcome,
		entry.verdict?.reason,
		title,
	];
	return pad(`✓ ${facts.join('  ')}`, columns, '…');
}
