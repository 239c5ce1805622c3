/** A click of the left button or a turn of the wheel, at a cell of the window (0-based). */
export type MouseInput = {kind: 'click' | 'wheel-up' | 'wheel-down'; column: number; row: number};

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
