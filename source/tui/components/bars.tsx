import {Box, Spacer} from 'ink';
import {gaugesRoom} from '../app/bars.ts';
import {type Ends, fittingEnds} from '../app/frame.ts';
import {wrapSaid} from '../app/said-rows.ts';
import {cutLine, type Line, span} from '../text/line.ts';
import {type Gauges, gaugeLine} from '../widgets/gauges.ts';
import {Row, Rows} from './row.tsx';
import {useScreen} from './use-screen.ts';

/** A text at each end of the window; the left one is cut. */
export function EndsBar(ends: Ends) {
	const {columns, symbols} = useScreen();
	const {left, right} = fittingEnds(ends, columns, symbols.cut);
	return (
		<Box>
			<Row line={left} />
			<Spacer />
			{right && <Row line={right} />}
		</Box>
	);
}

/** Above the hints: the message or progress on the left, and as many gauges of the model as fit beside it. */
export function StatusBar({said, gauges, rows = 1}: {said: Line; gauges: Gauges | null; rows?: number}) {
	const {columns, symbols} = useScreen();
	if (rows > 1) return <Rows lines={wrapSaid(said, columns)} width={columns} height={rows} />;
	const room = gaugesRoom(said, columns);
	return room === null ? (
		<Row line={cutLine(said, columns, symbols.cut)} />
	) : (
		<EndsBar left={said} right={[...gaugeLine(gauges, room, symbols), span(' ')]} />
	);
}
