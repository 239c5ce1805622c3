import SelectInput from 'ink-select-input';

export type MenuEntry = {value: string; label: string};

type Props = {
	items: readonly MenuEntry[];
	/** Index of the item that is highlighted first. */
	at: number;
	hasKeys: boolean;
	onHighlight: (value: string) => void;
	onChoose: (value: string) => void;
};

/**
 * The keys of a short menu, whose lines are drawn by `menu-lines.ts`. It needs a keyboard that gives one key per read, the
 * next one only after the last was handled: see `key-by-key.ts`.
 */
export const Menu = ({items, at, hasKeys, onHighlight, onChoose}: Props) => (
	<SelectInput
		key={items.map(({value}) => value).join('\n')}
		items={items.map(({value, label}) => ({key: value, value, label}))}
		initialIndex={at}
		isFocused={hasKeys}
		indicatorComponent={Undrawn}
		itemComponent={Undrawn}
		onHighlight={({value}) => onHighlight(value)}
		onSelect={({value}) => onChoose(value)}
	/>
);

const Undrawn = () => null;
