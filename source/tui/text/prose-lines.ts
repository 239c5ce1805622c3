import type {LinkDefinitions} from '../../review/link-definitions.ts';
import {plainStyle, type Run, readRuns} from '../../review/runs.ts';
import {safe, safeWords, withoutPictures} from '../../text/safe.ts';
import {webAddress} from '../../text/web-address.ts';
import type {Symbols} from '../theme.ts';
import {emptyLine, type Line, type Span, span, type Tone} from './line.ts';

export type ProseView = {
	symbols: Symbols;
	/** Null if the comment has none. */
	definitions: LinkDefinitions | null;
};

/** Longer texts are read in passages of whole lines, longer lines shown as they were written: bounds the time. */
const longestPassage = 50_000;

/**
 * Inline Markdown as lines that are still to be wrapped, without pictures unless there is nothing else.
 * @param base of words without a style
 */
export function proseLines(text: string, base: Tone, {symbols, definitions}: ProseView): Line[] {
	const read = passagesOf(text).map(passage =>
		passage.length > longestPassage ? [{...plainStyle, text: passage}] : readRuns(passage, definitions),
	);
	const rows = read.flatMap(runs => rowsOf(runs.flatMap(withAddresses)));
	const shown = rows.map(row => shownRow(row, base, symbols));
	return shown.some(row => row.length > 0) ? trimmed(shown) : trimmed(rows.map(row => pictureSigns(row, base)));
}

function passagesOf(text: string): string[] {
	const passages: string[] = [];
	let start = 0;
	while (text.length - start > longestPassage) {
		const within = text.lastIndexOf('\n', start + longestPassage);
		const end = within > start ? within : text.indexOf('\n', start + 1);
		if (end === -1) break;
		passages.push(text.slice(start, end));
		start = end + 1;
	}
	return [...passages, text.slice(start)];
}

/** Bare addresses in words are links. */
function withAddresses(run: Run): Run[] {
	if (run.isCode || run.href !== null || !/:\/\/|www\./.test(run.text)) return [run];
	return run.text
		.split(/(\b(?:https?:\/\/|www\.)[^\s<>"'`|\\]*[^\s<>"'`|\\.,;:!?)\]}*_])/)
		.map((text, index) => ({...run, text, href: index % 2 === 1 ? text.replace(/^www\./, 'http://$&') : null}));
}

function rowsOf(runs: readonly Run[]): Run[][] {
	const rows: Run[][] = [[]];
	for (const run of runs) {
		for (const [index, text] of run.text.split('\n').entries()) {
			if (index > 0) rows.push([]);
			if (text !== '') rows.at(-1)?.push({...run, text});
		}
	}
	return rows;
}

function shownRow(row: readonly Run[], base: Tone, symbols: Symbols): Line {
	const spans: Span[] = [];
	for (const run of row) {
		const words = run.isCode ? safe(run.text) : withoutPictures(withSigns(run.text, symbols));
		const shown = run.isStruck ? withEdges(words, symbols.struck) : words;
		const isFirst = spans.length === 0;
		const isDoubled = spans.at(-1)?.text.endsWith(' ') && !run.isCode;
		const text = isFirst || isDoubled ? shown.trimStart() : shown;
		if (text !== '') spans.push(spanOf(text, run, base));
	}
	return spans;
}

const pictureSigns = (row: readonly Run[], base: Tone): Line =>
	row.map(run => spanOf(safeWords(run.text), run, base)).filter(({text}) => text !== '');

/** The words with a mark on both sides; blanks stay outside. */
const withEdges = (words: string, mark: string) => words.replace(/\S(?:.*\S)?/s, `${mark}$&${mark}`);

/** Marks that answer a question are kept as signs. */
const withSigns = (text: string, {apply, failed}: Symbols) =>
	text.replace(/[✅✔☑]\ufe0f?/gu, apply).replace(/[❌✖❎]\ufe0f?/gu, failed);

function spanOf(text: string, run: Run, base: Tone): Span {
	const address = run.href === null ? null : webAddress(run.href);
	const tone = proseTone(run, base, address !== null);
	return address === null ? span(text, tone) : {text, tone, href: address};
}

function proseTone({isCode, isStrong, isStruck, isEmphasized}: Run, base: Tone, isLink: boolean): Tone {
	if (isCode) return 'name';
	if (isStruck) return 'struck';
	if (isLink) return 'link';
	if (isStrong) return 'strong';
	return isEmphasized && base === 'plain' ? 'emphasis' : base;
}

/** Without empty lines around, and with one at most between others. */
function trimmed(rows: readonly Line[]): Line[] {
	const kept: Line[] = [];
	for (const row of rows) {
		const isEmpty = row.every(({text}) => text.trim() === '');
		if (!isEmpty) kept.push(row);
		else if (kept.length > 0 && kept.at(-1) !== emptyLine) kept.push(emptyLine);
	}
	return kept.at(-1) === emptyLine ? kept.slice(0, -1) : kept;
}
