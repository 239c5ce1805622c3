import {Box, Spacer} from 'ink';
import {cutLine, type Line, lineWidth} from '../text/line.ts';
import {Row} from './row.tsx';
import {useScreen} from './use-screen.ts';

/** With fewer cells beside it, the left text gets the whole row. */
const leastLeft = 8;

/** A text at each end of the window; the left one is cut. */
export function EndsBar({left, right}: {left: Line; right: Line}) {
	const {columns, symbols} = useScreen();
	const room = columns - lineWidth(right);
	if (room < leastLeft) return <Row line={cutLine(left, columns, symbols.cut)} />;
	return (
		<Box>
			<Row line={cutLine(left, room, symbols.cut)} />
			<Spacer />
			<Row line={right} />
		</Box>
	);
}
