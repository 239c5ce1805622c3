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
