import {gaugesRoom} from '../app/bars.ts';
import {hintLine, type PlacedHint} from '../app/hints.ts';
import {cutLine, type Line, span} from '../text/line.ts';
import {type Gauges, gaugeLine} from '../widgets/gauges.ts';
import {EndsBar} from './ends-bar.tsx';
import {Row} from './row.tsx';
import {useScreen} from './use-screen.ts';

/** The row above the hints: the message or progress on the left, and as many gauges of the model as fit beside it. */
export function StatusBar({said, gauges}: {said: Line; gauges: Gauges | null}) {
	const {columns, symbols} = useScreen();
	const room = gaugesRoom(said, columns);
	return room === null ? (
		<Row line={cutLine(said, columns, symbols.cut)} />
	) : (
		<EndsBar left={said} right={[...gaugeLine(gauges, room, symbols), span(' ')]} />
	);
}

/** The last row: the keys that work now. */
export function HintBar({hints}: {hints: readonly PlacedHint[]}) {
	const {columns, symbols} = useScreen();
	return <Row line={cutLine(hintLine(hints), columns, symbols.cut)} />;
}
