import {formatTable} from './table.ts';

/** Something that a benchmark tells, before it is measured. */
export type Figure = {
	name: string;
	/** What its values count; `x` for a ratio: so many times what the name says it is compared to. */
	unit: string;
	/** A value may be at most this; null where it is for information. */
	bound: number | null;
	/** What it tells somebody who does not know the program, and why the bound is what it is. */
	meaning: string;
};

/** A value of a figure. */
export type Measured = {
	figure: Figure;
	/** Which of several cases it is of; empty where there is one. */
	of: string;
	value: number;
	/** What the value is made of, such as the times in milliseconds. */
	detail: string;
};

/** A value in the table of all: null where the benchmark ended before it. */
export type Row = {benchmark: string; figure: Figure; measured: Measured | null};

/** The values of a benchmark in the order of its figures; a figure without any has a row that says so. */
export const rowsOf = (benchmark: string, figures: readonly Figure[], all: readonly Measured[]): Row[] =>
	figures.flatMap((figure): Row[] => {
		const own = all.filter(measured => measured.figure === figure);
		return own.length === 0
			? [{benchmark, figure, measured: null}]
			: own.map(measured => ({benchmark, figure, measured}));
	});

/** What was not measured holds no bound. */
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
