import {adviceLines} from '../../run/benchmark/advice-lines.ts';
import {pad, widestOf} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {indent, titledRule} from '../app/frame.ts';
import {rowsToShare} from '../app/panes.ts';
import {cutLine, type Line, span, wrapLine} from '../text/line.ts';
import type {BenchState} from './state.ts';

/** Blanks between the use and what is recommended for it. */
const gap = 2;

/** The recommendation, with a long line per use; none until the benchmark has ended. */
function paragraphsOf({result}: Pick<BenchState, 'result'>): {lines: Line[]; hanging: string} {
	const advice = result ? adviceLines(result) : [];
	const room = widestOf(advice.map(({label}) => label)) + gap;
	const lines = advice.map(({label, name, text}): Line => {
		const about = name === null ? '' : `${name}: `;
		return [span(pad(label, room, ''), 'strong'), span(safe(`${about}${text}`))];
	});
	return {lines, hanging: ' '.repeat(room)};
}

/** The whole recommendation, in lines of at most `width` cells. */
export function adviceLinesIn(state: Pick<BenchState, 'result'>, width: number): Line[] {
	const {lines, hanging} = paragraphsOf(state);
	return lines.flatMap(each => wrapLine(each, width, hanging));
}

/**
 * The last lines of the screen, once there is a recommendation: at most half of the rows. What these cannot hold is on
 * the page about the benchmark.
 */
export function recommendationLines(state: BenchState): Line[] {
	const {size, symbols} = state;
	const {lines: paragraphs, hanging} = paragraphsOf(state);
	if (paragraphs.length === 0) return [];
	const [width, most] = [size.columns - 2, Math.floor(rowsToShare(state) / 2)];
	const wrapped = paragraphs.map(each => wrapLine(each, width, hanging));
	const whole = new Set<readonly Line[]>();
	let spare = most - 1 - paragraphs.length;
	// The longest first: it would lose most if it were cut.
	for (const each of wrapped.toSorted((a, b) => b.length - a.length)) {
		const more = each.length - 1;
		if (more > spare) continue;
		whole.add(each);
		spare -= more;
	}
	const lines = wrapped
		.flatMap((each, index) => (whole.has(each) ? each : [cutLine(paragraphs[index] ?? [], width, symbols.cut)]))
		.map(indent);
	if (lines.length >= most) return lines.slice(0, most);
	return [titledRule('recommendation by use', '', false, size.columns, symbols), ...lines];
}
