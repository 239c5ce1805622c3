import {Box} from 'ink';
import type {AnyDialog} from '../app/dialog.ts';
import type {Size} from '../app/layout.ts';
import {questionView} from '../app/question.ts';
import {span} from '../text/line.ts';
import {Fill, Row, Rows} from './row.tsx';
import {useScreen} from './use-screen.ts';

/** The open question or checklist, between the panes and the status; nothing if there is none. */
export function Question({dialog, size}: {dialog: AnyDialog | null; size: Size}) {
	const {columns, symbols} = useScreen();
	const view = questionView({dialog, size});
	if (view === null) return null;
	const {title, lines, top, height, place} = view;
	return (
		<Box flexDirection="column" flexShrink={0}>
			<Box>
				<Fill character={symbols.rule} tone="accent" />
				{place !== '' && <Row line={[span(` ${place} ${symbols.rule}`, 'accent')]} />}
			</Box>
			<Rows lines={title} width={columns} height={title.length} />
			<Rows lines={lines} top={top} width={columns} height={height} />
		</Box>
	);
}
