import {Box, Spacer} from 'ink';
import {type Ends, fittingEnds} from '../app/frame.ts';
import {Row} from './row.tsx';
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
