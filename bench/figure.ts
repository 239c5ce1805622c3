import {formatTable} from './table.ts';

/** One measured ratio. */
export type Figure = {
	name: string;
	ratio: number;
	/** The ratio may be at most this; null where it is for information. */
	bound: number | null;
	/** What the ratio is made of, such as the times in milliseconds. */
	detail: string;
};

export const isOver = ({ratio, bound}: Figure) => bound !== null && !(ratio <= bound);

export function formatFigures(figures: readonly Figure[]): string {
	const rows = figures.map(figure => [
		figure.name,
		figure.ratio.toFixed(2),
		figure.bound === null ? '' : String(figure.bound),
		figure.bound === null ? '' : isOver(figure) ? 'over' : 'ok',
		figure.detail,
	]);
	return formatTable(['figure', 'ratio', 'bound', '', ''], rows, [1, 2]);
}

/** `ms(12.34)` is `12.3 ms`. */
export const ms = (time: number) => `${time < 100 ? time.toFixed(1) : Math.round(time)} ms`;
