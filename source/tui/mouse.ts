/** A click of the left button or a turn of the wheel, at a cell of the window (0-based). */
export type MouseInput = {kind: 'click' | 'wheel-up' | 'wheel-down'; column: number; row: number};

/** What the terminal reports besides keys, and the sequences that begin and end it. Source: xterm's ctlseqs. */
const reports = {
	/** Buttons and wheel as SGR sequences. */
	mouse: ['\x1b[?1000h\x1b[?1006h', '\x1b[?1006l\x1b[?1000l'],
	/** Whether the window of the terminal has the focus. */
	focus: ['\x1b[?1004h', '\x1b[?1004l'],
} as const;

export type ReportMode = {on: () => void; off: () => void; end: () => void};

/**
 * Has the terminal report the focus and, if it is wanted, the mouse; `off` while another program has the terminal, `end` for good.
 * @param write to the terminal
 */
export function reportMode(hasMouse: boolean, write: (text: string) => void): ReportMode {
	let isOver = false;
	const set = (which: 0 | 1) => {
		if (isOver) return;
		write(reports.focus[which]);
		if (hasMouse) write(reports.mouse[which]);
	};
	return {
		on: () => set(0),
		off: () => set(1),
		end: () => {
			set(1);
			isOver = true;
		},
	};
}

const wheel: Readonly<Record<string, MouseInput['kind']>> = {64: 'wheel-up', 65: 'wheel-down'};

/**
 * Returns a function that reads reports such as `0;12;5M`; null for what means nothing. A click counts when the button is
 * released where it was pressed: a drag is none, and no report is left for the program that a click may start.
 */
export function mouseReader(): (report: string) => MouseInput | null {
	let pressed = '';
	return report => {
		const [, button = '', x = '', y = '', end] = /^(\d+);(\d+);(\d+)([Mm])$/.exec(report) ?? [];
		const at = {column: Number(x) - 1, row: Number(y) - 1};
		const kind = wheel[button];
		if (kind !== undefined && end === 'M') return {kind, ...at};
		if (button !== '0') return null;
		const isClick = end === 'm' && pressed === `${x};${y}`;
		pressed = end === 'M' ? `${x};${y}` : '';
		return isClick ? {kind: 'click', ...at} : null;
	};
}
