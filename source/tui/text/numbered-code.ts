import {padStart} from '../../text/cells.ts';
import {type CodeView, codeLines} from './code-window.ts';
import {type DiffRow, groundOf, toneOf} from './diff-rows.ts';
import {cutLine, type Line, line, onGround, span, textOf} from './line.ts';

/** `digits`: cells for the number of a line. */
type NumberedView = CodeView & {digits: number; width: number};

/** Cells for the widest of these numbers. */
export const widestNumber = (numbers: readonly (number | null)[]): number =>
	numbers.reduce<number>((most, number) => Math.max(most, `${number ?? ''}`.length), 0);

/** A row of a diff, in lines of at most `width` cells: its number, its sign and its code. */
export function numberedCode(row: DiffRow, number: number | null, {digits, width, ...view}: NumberedView): Line[] {
	const sign = row.sign === '\\' ? ' ' : row.sign === '>' ? view.symbols.mark : row.sign;
	// An empty line ends with its number or sign.
	const [own, after] = row.code.every(({text}) => text === '') ? [sign.trim(), sign.trim() && ' '] : [`${sign} `, ' '];
	const numberTone = row.sign === '>' ? 'mark' : 'quiet';
	const head = [span(`${padStart(`${number ?? ''}`, digits)}${after}`, numberTone), span(own, toneOf(row))];
	const goesOn = span(`${' '.repeat(digits + 1)}${view.symbols.wrapped} `, 'quiet');
	return codeLines(row.code, width - digits - 3, view).map((code, index) =>
		onGround([...(index === 0 ? head : [goesOn]), ...code], groundOf(row.sign)),
	);
}

/** The heading of a hunk, behind the sign of a gap; none at the top of a diff if it is empty. */
export function hunkHeading({code}: DiffRow, isFirst: boolean, {digits, width, symbols}: NumberedView): Line[] {
	const heading = textOf(code);
	if (isFirst && heading === '') return [];
	const gap = `${' '.repeat(digits)} ${symbols.dot.repeat(3)}`;
	return [cutLine(line(`${gap} ${heading}`.trimEnd(), 'quiet'), width, symbols.cut)];
}
