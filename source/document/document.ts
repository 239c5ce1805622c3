import type {Piece} from '../text/wrap.ts';

/** What a part of a report means; each face gives it a look, or none. */
export type Tone = 'plain' | 'strong' | 'quiet' | 'good' | 'bad' | 'warning' | 'accent' | 'clash' | 'model';

/** What reads a table: a screen, a pipe or file, a screen reader, or a page of Markdown. */
export type Reader = 'screen' | 'pipe' | 'screen-reader' | 'page';

/** A text, which may be foreign: each face escapes it. */
export type Words = {
	text: string;
	tone?: Tone;
	/** The address that it links to; null for none. */
	href?: string | null;
	/** The same for a pipe, which has neither titles of columns nor a present time. Default: the text. */
	full?: string;
	/** The same as a part of a sentence, without the title of its column. Default: the text. */
	phrase?: string;
};

export type Cell = string | Words;

export type Column = {
	title: string;
	align?: 'left' | 'right';
	/** If a row is too wide, columns with the highest rank are dropped first, and those with 0 never. Default: 0. */
	rank?: number;
	/** Those who get this column. Default: all. */
	for?: readonly Reader[];
	/** With less room than this for the column, a screen gets the rows as lines instead. In cells. */
	least?: number;
};

export type TableRow = {
	cells: readonly Cell[];
	/** What is below it. */
	below?: Document;
	/** The title of the rows from here on. */
	group?: string;
};

/** Texts beside labels, which are columns of their own; an empty text is skipped. */
export type LabeledRow = {labels: readonly Cell[]; texts: readonly string[]};

/** A part of a report. Indents and widths are in cells. */
export type Block =
	| {kind: 'heading'; text: string; href?: string | null}
	/** `command` is its end, which can be copied. */
	| {kind: 'paragraph'; text: string; command?: string; tone?: Tone; indent?: number}
	| Rows
	| Table
	| {kind: 'diff'; text: string}
	| {kind: 'gap'};

/** `widths` of the labels; by default those of the widest. */
export type Rows = {kind: 'rows'; rows: readonly LabeledRow[]; widths?: readonly number[]; indent?: number};

export type Table = {
	kind: 'table';
	columns: readonly Column[];
	rows: readonly TableRow[];
	/** Those who get the titles of the columns. */
	titledFor: readonly Reader[];
	indent?: number;
	/** Indent of what is below a row. Default: that of the second column. */
	belowAt?: number;
};

/** A report, from top to bottom. */
export type Document = readonly Block[];

export const gap: Block = {kind: 'gap'};

/** The blanks that the text begins with are a part of its indent. */
export function paragraph(text: string, tone: Tone = 'plain', indent = 0): Block {
	const shown = text.replace(/^ +/, '');
	return {kind: 'paragraph', text: shown, tone, indent: indent + text.length - shown.length};
}

/** Texts below a title; nothing without them. */
export const section = (title: string, texts: readonly string[]): Document =>
	texts.length === 0 ? [] : [{kind: 'heading', text: title}, ...texts.map(text => paragraph(text, 'plain', 2)), gap];

export const wordsOf = (cell: Cell): Words => (typeof cell === 'string' ? {text: cell} : cell);

/** The columns of a table for a reader, by index. */
export const columnsFor = ({columns}: Table, reader: Reader): number[] =>
	columns.flatMap((column, index) => (column.for?.includes(reader) === false ? [] : [index]));

/** A line of a face that has looks. */
export type ToneLine = readonly Piece<Tone>[];

export const blank = (width: number): Piece<Tone> => ({text: ' '.repeat(width), tone: 'plain'});

/** Lines behind blanks; empty ones stay so. */
export const indented = (lines: readonly ToneLine[], by: number): ToneLine[] =>
	lines.map(line => (by === 0 || line.every(({text}) => text === '') ? line : [blank(by), ...line]));
