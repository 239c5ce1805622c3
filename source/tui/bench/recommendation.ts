import {linesOf} from '../../document/lines.ts';
import {adviceLines, adviceRows} from '../../run/benchmark/benchmark-document.ts';
import {widestOf} from '../../text/cells.ts';
import {rowsToShare} from '../app/panes.ts';
import {cutLine, type Line, span} from '../text/line.ts';
import type {BenchState} from './state.ts';

/** The recommendation, in lines of at most `width` cells for each use; none until the benchmark has ended. */
export function adviceRowsIn({result}: BenchState, width: number): Line[][] {
	if (!result) return [];
	const {rows} = adviceRows(result);
	const widths = [widestOf(adviceLines(result).map(({label}) => label))];
	return rows.map(row => linesOf([{kind: 'rows', rows: [row], widths}], width));
}

/**
 * The last lines of the screen, once there is a recommendation: with their title, at most half of the rows. What these
 * cannot hold is on the page about the benchmark.
 */
export function recommendationOf(state: BenchState): {lines: readonly Line[]; hasTitle: boolean} {
	const {size, symbols} = state;
	const [width, most] = [size.columns - 2, Math.floor(rowsToShare(state) / 2)];
	const wrapped = adviceRowsIn(state, width);
	if (wrapped.length === 0) return {lines: [], hasTitle: false};
	const whole = new Set<readonly Line[]>();
	let spare = most - 1 - wrapped.length;
	// The longest first: it would lose most if it were cut.
	for (const each of wrapped.toSorted((a, b) => b.length - a.length)) {
		const more = each.length - 1;
		if (more > spare) continue;
		whole.add(each);
		spare -= more;
	}
	const lines = wrapped.flatMap(each => (whole.has(each) ? each : [cutLine(inOneLine(each), width, symbols.cut)]));
	return {lines: lines.slice(0, most), hasTitle: lines.length < most};
}

/** Lines that were wrapped, without the indent of the others. */
const inOneLine = (lines: readonly Line[]): Line =>
	lines.flatMap((each, index) => (index === 0 ? each : [span(' '), ...each.slice(1)]));
