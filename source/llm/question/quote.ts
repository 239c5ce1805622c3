import {findLines, marginOf, type Searchable} from '../../resolve/occurrences.ts';

/** Lines of an answer; its line ends do not matter for the file. */
export const linesOf = (text: string): string[] => text.split(/\r?\n/);

const lineNumberPattern = /^ *(\d+) \|(?: |$)/;

export const isNumbered = (line: string) => lineNumberPattern.test(line);

/** Whether the lines have consecutive numbers, as in an excerpt. */
export function areCounted(lines: readonly string[]): boolean {
	const numbers = lines.map(line => Number(lineNumberPattern.exec(line)?.[1] ?? Number.NaN));
	return numbers.every((each, index) => each === numbers[0]! + index);
}

export const withoutNumbers = (lines: readonly string[]) => lines.map(line => line.replace(lineNumberPattern, ''));

/** Places of the lines (0-based), exact except for blanks on blank lines; null if there are too many. */
export function standsOf(lines: readonly string[], text: Searchable): number[] | null {
	const margin = marginOf(lines);
	const found = findLines(text, lines, margin);
	return found?.filter(({indent}) => indent === margin).map(({start}) => start) ?? null;
}
