import type {BlockName} from '../../run/stats/block.ts';
import type {FindingClass} from '../../run/stats/counted.ts';
import {intervalWords} from '../../run/stats/share.ts';
import {classOfFinding, placeOfFinding, rowShare} from '../../run/stats/stats-words.ts';
import {widestOf} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {placeCells, type TableLayout} from '../../text/table.ts';
import {fitLine, type Line, span, type Tone, textOf} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import type {Item} from './state.ts';

const blockTitles = {suggestions: 'suggestion', words: 'words'} as const satisfies Record<BlockName, string>;

const rowTitles = ['row', 'written as', 'findings', 'share', '95% bounds'];
const findingTitles = ['class', 'finding', 'severity'];

const classTones: Partial<Record<FindingClass, Tone>> = {
	taken: 'good',
	partly: 'good',
	undecidable: 'warning',
};

const cellsOf = (item: Item): string[] => {
	if (item.kind === 'finding') {
		const {repository, number, severity} = item.finding;
		return [classOfFinding(item.finding), `${repository}#${number} ${placeOfFinding(item.finding)}`, severity ?? ''];
	}
	const {name, block, findings} = item.row;
	return [name, blockTitles[block], `${findings}`, rowShare(item.row), intervalWords(item.row.share)];
};

/** Cells of the class of a finding, so that columns stay where they are while the list scrolls. */
const classWidth = 24;
const severityWidth = 8;

type Place = {width: number; symbols: Symbols};

/** How the columns are laid out, which depends on all items and not on the visible ones. */
function layoutOf(all: readonly Item[], {width, symbols}: Place): TableLayout {
	const room = width - 2;
	if (all[0]?.kind === 'finding') {
		const widths = [classWidth, Math.max(8, room - classWidth - severityWidth - 4), severityWidth];
		return {room, widths, rank: [0, 0, 1], mark: symbols.cut};
	}
	const cells = [rowTitles, ...all.map(cellsOf)];
	const widths = rowTitles.map((_, column) => widestOf(cells.map(row => safe(row[column] ?? ''))));
	return {room, widths, align: ['left', 'left', 'right', 'right', 'right'], rank: [0, 2, 1, 0, 3], mark: symbols.cut};
}

/** The titles of the columns, and below them a line for each of the visible items. */
export function itemLines(visible: readonly Item[], selected: Item | null, all: readonly Item[], at: Place): Line[] {
	const titles = all[0]?.kind === 'finding' ? findingTitles : rowTitles;
	const [head = [], ...rows] = placeCells([titles, ...visible.map(cellsOf)], layoutOf(all, at)).rows;
	const lines = visible.map((item, index): Line => {
		const isSelected = item === selected;
		const whole = [span(isSelected ? '> ' : '  ', 'accent'), ...cellSpans(rows[index] ?? [], toneOf(item))];
		return isSelected ? [span(textOf(fitLine(whole, at.width, at.symbols.cut)), 'selected')] : whole;
	});
	return [[span(`  ${head.join('  ')}`, 'strong')], ...lines];
}

const cellSpans = (cells: readonly string[], tone: Tone): Line =>
	cells.flatMap((cell, index) => [...(index === 0 ? [] : [span('  ')]), span(cell, index === 0 ? tone : 'plain')]);

const toneOf = (item: Item): Tone => {
	if (item.kind === 'finding') return classTones[item.finding.class] ?? 'plain';
	return item.row.name.includes('/') ? 'plain' : 'strong';
};
