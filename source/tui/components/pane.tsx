import {Box} from 'ink';
import type {ReactNode} from 'react';
import {placeOf, titleParts} from '../app/frame.ts';
import type {ListState} from '../app/list.ts';
import type {PaneLayout, Room} from '../app/panes.ts';
import {type Line, line, span} from '../text/line.ts';
import {useScreen} from './looks.tsx';
import {Fill, Row, Rows} from './row.tsx';

type Titled = {title: string; note?: string; isFocused: boolean; width: number};

/** A rule with a title on the left and a note on the right, highlighted for the focused pane. */
export function TitledRule({title, note = '', isFocused, width}: Titled) {
	const {symbols} = useScreen();
	const {rule} = symbols;
	const tone = isFocused ? 'accent' : 'quiet';
	const {head, tail} = titleParts(title, note, width, symbols);
	return (
		<Box width={width}>
			<Row line={[span(rule, tone), span(` ${head} `, isFocused ? 'strong' : 'plain')]} />
			<Fill character={rule} tone={tone} />
			{tail !== '' && <Row line={[span(` ${tail} `), span(rule, tone)]} />}
		</Box>
	);
}

/** What is below a rule with its title. */
export const Pane = ({children, ...titled}: Titled & {children: ReactNode}) => (
	<Box flexDirection="column" width={titled.width} flexShrink={0}>
		<TitledRule {...titled} />
		{children}
	</Box>
);

type Scrolled = Omit<Titled, 'note'> & {lines: readonly Line[]; top: number; height: number};

/** The visible lines of a text, with their place in it. */
export const TextPane = ({lines, top, height, ...titled}: Scrolled) => (
	<Pane note={placeOf(lines, top, height)} {...titled}>
		<Box paddingLeft={1}>
			<Rows lines={lines} top={top} width={titled.width - 1} height={height} />
		</Box>
	</Pane>
);

/** A line from top to bottom between two panes. @param height of the panes without their titles */
export function Wall({height, isQuiet = false}: {height: number; isQuiet?: boolean}) {
	const {symbols} = useScreen();
	const tone = isQuiet ? 'quiet' : 'plain';
	return (
		<Box flexDirection="column" width={1} flexShrink={0}>
			<Row line={line(symbols.tee, tone)} />
			<Rows lines={Array.from({length: height}, () => line(symbols.wall, tone))} width={1} height={height} />
		</Box>
	);
}

/** Two panes side by side, above each other, or the one that is shown alone. */
export function Panes({layout, list, detail}: {layout: PaneLayout; list: ReactNode; detail: ReactNode}) {
	if (layout.kind === 'single') return layout.shown === 'list' ? list : detail;
	if (layout.kind === 'side') {
		return (
			<Box>
				{list}
				<Wall height={layout.list.height} />
				{detail}
			</Box>
		);
	}
	return (
		<>
			{list}
			{detail}
		</>
	);
}

type ListParts<State> = {
	state: State;
	list: {
		layout: (state: State) => PaneLayout;
		detailLines: (state: State, width: number, now: number) => readonly Line[];
	};
	/** Of the detail. */
	title?: string;
	now?: number;
	/** Draws the list. */
	children: (room: Room) => ReactNode;
};

/** A list, and the detail of what is selected in it. @param now milliseconds since the epoch, if the detail needs it */
export function ListPanes<State extends ListState>({
	state,
	list,
	title = 'detail',
	now = 0,
	children,
}: ListParts<State>) {
	const layout = list.layout(state);
	const {width, height} = layout.detail;
	const detail = {
		title,
		lines: list.detailLines(state, width - 2, now),
		top: state.scroll,
		isFocused: state.focus === 'detail',
	};
	return (
		<Panes
			layout={layout}
			list={children(layout.list)}
			detail={<TextPane {...detail} width={width} height={height} />}
		/>
	);
}
