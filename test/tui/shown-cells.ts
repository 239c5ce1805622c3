import type {IBufferCell, Terminal} from '@xterm/headless';

/** A cell of a screen. */
export type ShownCell = {
	/** Empty in the second cell of a wide character. */
	text: string;
	/** In words, such as `bold cyan on #12301e`; empty if the cell is plain. */
	look: string;
	/** The address of a link. */
	link: string | null;
};

/** What a terminal shows: its cells by rows, and where its cursor is (0-based); null if that is hidden. */
export type Shown = {rows: ShownCell[][]; cursor: {row: number; column: number} | null};

const colors = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

const named = [...colors, ...colors.map(color => `bright ${color}`)];

const hex = (color: number) => `#${color.toString(16).padStart(6, '0')}`;

const colorOf = (cell: IBufferCell) =>
	cell.isFgRGB() ? hex(cell.getFgColor()) : (named[cell.getFgColor()] ?? `color ${cell.getFgColor()}`);

const groundOf = (cell: IBufferCell) =>
	cell.isBgRGB() ? hex(cell.getBgColor()) : (named[cell.getBgColor()] ?? `color ${cell.getBgColor()}`);

/** What is seen of a cell. On a blank one that is only what is behind it, and a line under or through it. */
function lookOf(cell: IBufferCell): string {
	const isBlank = ['', ' '].includes(cell.getChars());
	const lines = [cell.isUnderline() && 'underline', cell.isStrikethrough() && 'strikethrough'];
	const hasFront = !isBlank || lines.some(Boolean) || cell.isInverse() !== 0;
	const front = [
		cell.isBold() && 'bold',
		cell.isDim() && 'dim',
		cell.isItalic() && 'italic',
		cell.isInverse() && 'inverse',
		...lines,
		!cell.isFgDefault() && colorOf(cell),
	];
	return [...(hasFront ? front : []), !cell.isBgDefault() && `on ${groundOf(cell)}`].filter(Boolean).join(' ');
}

/** xterm keeps the address of each cell, but has no public door to it. */
function linkOf(cell: IBufferCell, screen: Terminal): string | null {
	const id: unknown = Reflect.get(Reflect.get(cell, 'extended'), 'urlId');
	if (id === 0) return null;
	return Reflect.get(Reflect.get(screen, '_core'), '_oscLinkService').getLinkData(id).uri;
}

/** Reads what a terminal shows at any time. To be made before anything is written. */
export function shownCells(screen: Terminal): () => Shown {
	let isCursorShown = true;
	const hear = (final: string, isShown: boolean) =>
		screen.parser.registerCsiHandler({prefix: '?', final}, modes => {
			if (modes.includes(25)) isCursorShown = isShown;
			return false;
		});
	hear('h', true);
	hear('l', false);
	return () => {
		const {active} = screen.buffer;
		const rows = Array.from({length: screen.rows}, (_, row) => {
			const line = active.getLine(active.baseY + row);
			return Array.from({length: screen.cols}, (_, column): ShownCell => {
				const cell = line?.getCell(column);
				if (!cell) throw new Error(`no cell ${column} in row ${row}`);
				const text = cell.getWidth() === 0 ? '' : cell.getChars() || ' ';
				return {text, look: lookOf(cell), link: linkOf(cell, screen)};
			});
		});
		return {rows, cursor: isCursorShown ? {row: active.cursorY, column: active.cursorX} : null};
	};
}
