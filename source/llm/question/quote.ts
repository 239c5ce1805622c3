import {findLines, marginOf, type Searchable} from '../../resolve/occurrences.ts';

/** Lines as an answer writes them: its line ends are no part of the file. */
export const linesOf = (text: string): string[] => text.split(/\r?\n/);

const lineNumberPattern = /^ *(\d+) \|(?: |$)/;

export const isNumbered = (line: string) => lineNumberPattern.test(line);

/** Whether the lines carry the numbers of an excerpt, each the next one of the line above. */
export function areCounted(lines: readonly string[]): boolean {
	const numbers = lines.map(line => Number(lineNumberPattern.exec(line)?.[1] ?? Number.NaN));
	return numbers.every((each, index) => each === numbers[0]! + index);
}

export const withoutNumbers = (lines: readonly string[]) => lines.map(line => line.replace(lineNumberPattern, ''));

/** Where the lines stand (0-based), character by character but for blanks on blank lines; null where too often. */
export function standsOf(lines: readonly string[], text: Searchable): number[] | null {
	const margin = marginOf(lines);
	const found = findLines(text, lines, margin);
	return found?.filter(({indent}) => indent === margin).map(({start}) => start) ?? null;
}
