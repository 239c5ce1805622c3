import {Box, Text} from 'ink';
import SelectInput from 'ink-select-input';
import {cut} from '../../text/cells.ts';
import {clamp} from '../app/layout.ts';

type MenuEntry = {value: string; label: string};

type Props = {
	items: readonly MenuEntry[];
	/** Index of the highlighted item. */
	at: number;
	/** Changes whenever another item is highlighted than the keys led to. */
	pointed?: number;
	hasKeys: boolean;
	width: number;
	/** Maximum height in lines. */
	height: number;
	/** Marks a cut line. */
	mark: string;
	onHighlight: (value: string) => void;
	onChoose: (value: string) => void;
};

/** Index of the first visible item. */
export function menuTop({items, at, height}: Pick<Props, 'items' | 'at' | 'height'>): number {
	const visible = Math.min(items.length, height);
	return clamp(at - Math.floor(visible / 2), 0, items.length - visible);
}

/**
 * A short menu. It needs a keyboard that gives one key per read, the next one only after the last was drawn: see
 * `key-by-key.ts`. It scrolls to the highlighted item; the `limit` of SelectInput would rotate the items instead.
 */
export function Menu({items, at, pointed = 0, hasKeys, width, height, mark, onHighlight, onChoose}: Props) {
	const visible = Math.min(items.length, height);
	const top = menuTop({items, at, height});
	return (
		<Box width={width} height={visible} flexShrink={0} flexDirection="column" overflow="hidden">
			<Box flexDirection="column" flexShrink={0} marginTop={-top}>
				<SelectInput
					key={[pointed, ...items.map(({value}) => value)].join('\n')}
					items={items.map(({value, label}) => ({key: value, value, label: cut(label, width - 2, mark)}))}
					initialIndex={at}
					isFocused={hasKeys}
					indicatorComponent={Indicator}
					itemComponent={Label}
					onHighlight={({value}) => onHighlight(value)}
					onSelect={({value}) => onChoose(value)}
				/>
			</Box>
		</Box>
	);
}

const Indicator = ({isSelected = false}: {isSelected?: boolean}) => (
	<Text inverse={isSelected}>{isSelected ? '> ' : '  '}</Text>
);

const Label = ({isSelected = false, label}: {isSelected?: boolean; label: string}) => (
	<Text wrap="truncate" inverse={isSelected}>
		{label}
	</Text>
);
