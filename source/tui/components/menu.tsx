import {Box} from 'ink';
import SelectInput from 'ink-select-input';
import {cut} from '../../text/cells.ts';
import {clamp} from '../app/layout.ts';
import {line} from '../text/line.ts';
import {useScreen} from './looks.tsx';
import {Row} from './row.tsx';

export type MenuEntry = {value: string; label: string};

type Shown = {
	items: readonly MenuEntry[];
	/** Index of the highlighted item. */
	at: number;
	/** Maximum height in lines. */
	height: number;
};

/** Index of the first visible item. */
export function menuTop({items, at, height}: Shown): number {
	const visible = Math.min(items.length, height);
	return clamp(at - Math.floor(visible / 2), 0, items.length - visible);
}

/**
 * A menu, scrolled to the highlighted item. It only draws: the app has the keys, of which an input of its own would lose those
 * that come in one read.
 */
export function Menu({items, at, height, width}: Shown & {width: number}) {
	const {symbols} = useScreen();
	const top = menuTop({items, at, height});
	const visible = items.slice(top, top + height);
	return (
		<Box flexDirection="column" width={width}>
			<SelectInput
				// It keeps an index of its own: a new one begins with the item that is highlighted now.
				key={[at, ...visible.map(({value}) => value)].join('\n')}
				items={visible.map(({value, label}) => ({key: value, value, label: cut(label, width - 2, symbols.cut)}))}
				initialIndex={at - top}
				isFocused={false}
				indicatorComponent={Indicator}
				itemComponent={Item}
			/>
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
