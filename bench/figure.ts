import {formatTable} from './table.ts';

/** A figure of a benchmark, without its value. */
export type Figure = {
	name: string;
	/** The unit of its values; `x` for a ratio to what its name compares with. */
	unit: string;
	/** The largest value allowed; null if it is for information. */
	bound: number | null;
	/** What it means to a reader who does not know the program, and the reason for the bound. */
	meaning: string;
};

/** A value of a figure. */
export type Measured = {
	figure: Figure;
	/** Which of several cases it is about; empty if there is only one. */
	of: string;
	value: number;
	/** What the value is computed from, such as times in milliseconds. */
	detail: string;
};

/** A row of the table; null if the benchmark ended before it measured this. */
export type Row = {benchmark: string; figure: Figure; measured: Measured | null};

/** The values of a benchmark in the order of its figures; a figure without a value has a row too. */
export const rowsOf = (benchmark: string, figures: readonly Figure[], all: readonly Measured[]): Row[] =>
	figures.flatMap((figure): Row[] => {
		const own = all.filter(measured => measured.figure === figure);
		return own.length === 0
			? [{benchmark, figure, measured: null}]
			: own.map(measured => ({benchmark, figure, measured}));
	});

/** A figure without a value does not hold its bound. */
export const holds = ({figure: {bound}, measured}: Row): boolean =>
	measured !== null && (bound === null || measured.value <= bound);

export const commandOf = (benchmark: string) => `npm run bench -- ${benchmark}`;

export function formatRows(rows: readonly Row[]): string {
	const cells = rows.map(row => {
		const {benchmark, figure, measured} = row;
		return [
			[figure.name, measured?.of].filter(Boolean).join(': '),
			measured === null ? 'not measured' : withUnit(measured.value, figure),
			boundOf(figure),
			figure.bound === null && measured !== null ? '' : holds(row) ? 'yes' : 'NO',
			commandOf(benchmark),
			measured?.detail ?? '',
		];
	});
	return formatTable(['figure', 'result', 'bound', 'holds', 'command', 'made of'], cells, [1, 2]);
}

/** `at most 1.5 x`, or nothing. */
export const boundOf = ({bound, unit}: Figure) => (bound === null ? '' : `at most ${bound} ${unit}`);

const withUnit = (value: number, {unit}: Figure) =>
	`${Number.isInteger(value) && unit !== 'x' ? value : value.toFixed(2)} ${unit}`;

/** `ms(12.34)` is `12.3 ms`. */
export const ms = (time: number) => `${time < 100 ? time.toFixed(1) : Math.round(time)} ms`;
