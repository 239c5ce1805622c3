import {Box, Text} from 'ink';
import SelectInput from 'ink-select-input';
import {cut} from '../../text/cells.ts';

type Item = {value: string; label: string};

type Props = {
	items: readonly Item[];
	/** Index of the line that has the cursor first. */
	first: number;
	hasKeys: boolean;
	width: number;
	/** Lines that it may take. */
	height: number;
	/** Stands where a line was cut. */
	mark: string;
	onHighlight: (value: string) => void;
	onChoose: (value: string) => void;
};

/**
 * A short menu. Its keys are right only where each read of the keyboard brings one key, and the next one comes when the
 * last was drawn: see `key-by-key.ts`.
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
