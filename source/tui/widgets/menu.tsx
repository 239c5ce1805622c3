import {Box, Text} from 'ink';
import SelectInput from 'ink-select-input';
import {cut} from '../../text/cells.ts';

type MenuEntry = {value: string; label: string};

type Props = {
	items: readonly MenuEntry[];
	/** Index of the item that is highlighted first. */
	first: number;
	hasKeys: boolean;
	width: number;
	/** Maximum height in lines. */
	height: number;
	/** Marks a cut line. */
	mark: string;
	onHighlight: (value: string) => void;
	onChoose: (value: string) => void;
};

/**
 * A short menu. It needs a keyboard that gives one key per read, the next one only after the last was drawn: see
 * `key-by-key.ts`.
 */
export function Menu({items, first, hasKeys, width, height, mark, onHighlight, onChoose}: Props) {
	return (
		<Box width={width} height={Math.min(items.length, height)} flexShrink={0} overflow="hidden">
			<SelectInput
				items={items.map(({value, label}) => ({key: value, value, label: cut(label, width - 2, mark)}))}
				initialIndex={first}
				isFocused={hasKeys}
				{...(items.length > height ? {limit: height} : {})}
				indicatorComponent={Indicator}
				itemComponent={Label}
				onHighlight={({value}) => onHighlight(value)}
				onSelect={({value}) => onChoose(value)}
			/>
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
