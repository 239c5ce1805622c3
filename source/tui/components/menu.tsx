import {Box} from 'ink';
import SelectInput from 'ink-select-input';
import {cut} from '../../text/cells.ts';
import {clamp} from '../app/layout.ts';
import {line} from '../text/line.ts';
import {Row} from './row.tsx';
import {useScreen} from './use-screen.ts';

export type MenuEntry = {value: string; label: string};

type Shown = {
	items: readonly MenuEntry[];
	/** Index of the highlighted item. */
	at: number;
	/** Maximum height in lines. */
	height: number;
};

type Props = Shown & {
	width: number;
	hasKeys: boolean;
	onHighlight: (value: string) => void;
	onChoose: (value: string) => void;
};

/** Index of the first visible item. */
export function menuTop({items, at, height}: Shown): number {
	const visible = Math.min(items.length, height);
	return clamp(at - Math.floor(visible / 2), 0, items.length - visible);
}

/**
 * A menu, scrolled to the highlighted item. It needs a keyboard that gives one key per read, the next one only after the last
 * was handled: see `key-by-key.ts`.
 */
export function Menu({items, at, height, width, hasKeys, onHighlight, onChoose}: Props) {
	const {symbols} = useScreen();
	return (
		<Box
			flexDirection="column"
			width={width}
			height={Math.min(items.length, height)}
			overflow="hidden"
			contentOffsetY={menuTop({items, at, height})}
		>
			<Box flexShrink={0}>
				<SelectInput
					key={items.map(({value}) => value).join('\n')}
					items={items.map(({value, label}) => ({key: value, value, label: cut(label, width - 2, symbols.cut)}))}
					initialIndex={at}
					isFocused={hasKeys}
					indicatorComponent={Indicator}
					itemComponent={Item}
					onHighlight={({value}) => onHighlight(value)}
					onSelect={({value}) => onChoose(value)}
				/>
			</Box>
		</Box>
	);
}

const toneOf = (isSelected: boolean) => (isSelected ? 'selected' : 'plain');

const Indicator = ({isSelected = false}: {isSelected?: boolean}) => (
	<Row line={line(isSelected ? '> ' : '  ', toneOf(isSelected))} />
);

const Item = ({isSelected = false, label}: {isSelected?: boolean; label: string}) => (
	<Row line={line(label, toneOf(isSelected))} />
);
