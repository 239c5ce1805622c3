import type {LiveLooks} from '../live-looks.ts';
import {isSameLine, type Line} from '../text/line.ts';
import {type Cells, cellsOf} from './cells.ts';
import {type PenOf, pensFor} from './pen.ts';
import {changeRow} from './row-change.ts';
import type {ScreenCell, ScreenFrame} from './screen-frame.ts';
import {Sequence} from './sequence.ts';

/** The part of a terminal that frames are drawn on. */
export type Canvas = Pick<NodeJS.WriteStream, 'columns' | 'rows' | 'write'>;

export type PainterOptions = {
	looks: LiveLooks;
	isColoured: boolean;
	/** Otherwise the frame begins at the cursor and moves what is above it up. */
	isFullscreen: boolean;
	/** Milliseconds from a frame to the next one. */
	frameMs?: number;
};

/** At most 30 frames a second. */
const usualFrameMs = 34;

const [hide, show] = ['\x1b[?25l', '\x1b[?25h'];
/** The terminal shows what is between them at once. Nothing wraps there, whatever width it gives to a character. */
const [begin, end] = ['\x1b[?2026h\x1b[?7l', '\x1b[?7h\x1b[?2026l'];

/** A row that the terminal shows; `line`: null if its looks have changed. */
type ShownRow = {line: Line | null; cells: Cells};

type Shown = {columns: number; rows: ShownRow[]; cursor: ScreenCell | null};

/** Draws frames: knows what the terminal shows and writes only the cells that change. */
export class Painter {
	readonly #canvas: Canvas;
	readonly #options: PainterOptions;
	#penOf: PenOf;
	#frame: (() => ScreenFrame) | null = null;
	#isDue = false;
	#isHeld = false;
	#hasEnded = false;
	/** Until the next frame may be drawn. */
	#timer: NodeJS.Timeout | null = null;
	/** Null if it is unknown. */
	#shown: Shown | null = null;
	readonly #forgetLooks: () => void;

	constructor(canvas: Canvas, options: PainterOptions) {
		const {looks, isColoured} = options;
		this.#canvas = canvas;
		this.#options = options;
		const pens = () => pensFor(looks.state().looks, isColoured);
		this.#penOf = pens();
		this.#forgetLooks = looks.subscribe(() => {
			this.#penOf = pens();
			for (const row of this.#shown?.rows ?? []) row.line = null;
			this.#paintSoon();
		});
	}

	/** Draws a frame as soon as one may be drawn; it is made only then. A later one replaces it. */
	draw(frame: () => ScreenFrame): void {
		this.#frame = frame;
		this.#paintSoon();
	}

	/** Draws nothing while another program has the terminal. Below a prompt, the frame is cleared. */
	hold(): void {
		if (!this.#options.isFullscreen && this.#shown) this.#canvas.write(`${toTop(this.#shown)}\x1b[J`);
		this.#isHeld = true;
		this.#shown = null;
	}

	/** Draws the last frame again, whatever the terminal shows. */
	resume(): void {
		this.#isHeld = false;
		this.#paintSoon();
	}

	/** Ends drawing; below a prompt, with the cursor in the last row. */
	end(): void {
		if (this.#timer) clearTimeout(this.#timer);
		this.#forgetLooks();
		const {isFullscreen} = this.#options;
		if (this.#shown) this.#canvas.write(`${isFullscreen ? '' : `\x1b[${this.#shown.rows.length};1H`}${show}`);
		this.#hasEnded = true;
		this.#shown = null;
	}

	#paintSoon(): void {
		this.#isDue = true;
		if (this.#timer === null) this.#paint();
	}

	#paint(): void {
		if (!this.#isDue || this.#isHeld || this.#hasEnded || this.#frame === null) return;
		this.#isDue = false;
		const change = this.#changeTo(this.#frame());
		if (change === '') return;
		this.#canvas.write(`${begin}${change}${end}`);
		const {frameMs = usualFrameMs} = this.#options;
		if (frameMs === 0) return;
		this.#timer = setTimeout(() => {
			this.#timer = null;
			this.#paint();
		}, frameMs);
	}

	/** What to write so that the terminal shows a frame; empty if it does already. */
	#changeTo({rows, cursor}: ScreenFrame): string {
		// Some terminals report no size.
		const [columns, height] = [this.#canvas.columns || 80, this.#canvas.rows || 24];
		const known = this.#shown?.columns === columns && this.#shown.rows.length === height ? this.#shown : null;
		const cleared = known ? '' : this.#clear(height);
		const blank: ShownRow = {line: [], cells: cellsOf([], columns, this.#penOf)};
		const to = new Sequence();
		const shown = Array.from({length: height}, (_, row): ShownRow => {
			const line = rows[row] ?? [];
			const before = known?.rows[row] ?? blank;
			if (before.line && isSameLine(before.line, line)) return before;
			const cells = cellsOf(line, columns, this.#penOf);
			changeRow(to, row, before.cells, cells);
			return {line, cells};
		});
		this.#shown = {columns, rows: shown, cursor};
		return `${cleared}${this.#withCursor(to, known, cursor, height)}`;
	}

	/** The changes with the cursor, which is hidden while rows change. Below a prompt it always waits in the frame. */
	#withCursor(to: Sequence, known: Shown | null, cursor: ScreenCell | null, height: number): string {
		const changes = to.end();
		const before = known?.cursor ?? null;
		const isStill = before?.row === cursor?.row && before?.column === cursor?.column;
		if (known && changes === '' && isStill) return '';
		const hidden = known && before === null ? '' : hide;
		if (cursor) return `${hidden}${changes}${new Sequence().moveTo(cursor.row, cursor.column).end()}${show}`;
		const parked = this.#options.isFullscreen ? '' : new Sequence().moveTo(height - 1, 0).end();
		return `${hidden}${changes}${parked}`;
	}

	/** Clears the window. Below a prompt, what is above the frame is scrolled out of it. */
	#clear(height: number): string {
		if (this.#options.isFullscreen) return '\x1b[2J';
		return `${this.#shown ? toTop(this.#shown) : '\r'}\x1b[J${'\n'.repeat(height - 1)}`;
	}
}

/** Moves to the first row of a frame, wherever the terminal has scrolled it. */
function toTop({rows, cursor}: Shown): string {
	const up = cursor?.row ?? rows.length - 1;
	return up > 0 ? `\r\x1b[${up}A` : '\r';
}
