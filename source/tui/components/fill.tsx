import {Box, Text} from 'ink';
import {span, type Tone} from '../text/line.ts';
import {useStyler} from './looks.tsx';
import {useScreen} from './use-screen.ts';

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
