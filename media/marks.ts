import type {Look, Span} from './screen.ts';

/** What is drawn: text, the ground behind it, blocks, or strokes that meet those of the neighbouring cells. */
export type Mark = {
	kind: 'text' | 'glyph' | 'ground' | 'block' | 'stroke';
	row: number;
	/** 0-based. */
	column: number;
	/** Cells. */
	width: number;
	text: string;
	look: Look;
};

/** Characters whose strokes have to reach the edges of their cell; fonts do not agree on that. */
const strokes = /^[─│┬┴┼├┤┌┐└┘]$/;
/** Cells that a block fills in part. */
const parts: Readonly<Record<string, number>> = {'▌': 0.5, '▎': 0.25};
const pieces = /(?<stroke>─+|[│┬┴┼├┤┌┐└┘])|(?<full>█+|[▌▎])|(?<word>[!-~]+(?: [!-~]+)*)|(?<glyph>[^ ])/gu;

/** The marks of a row. Blanks are drawn only where the cells are inverse or have a ground of their own. */
export function marksOf(spans: readonly Span[], row: number): Mark[] {
	return spans.flatMap(({text, column, width: each, ...look}) => {
		const block: Mark = {kind: 'ground', row, column, width: Array.from(text).length * each, text: '', look};
		const marks = Array.from(text.matchAll(pieces), (match): Mark => {
			const [piece] = match;
			const {stroke, full, word} = match.groups!;
			const kind = stroke ? 'stroke' : full ? 'block' : word && piece.length > 1 ? 'text' : 'glyph';
			const before = Array.from(text.slice(0, match.index)).length;
			const width = (parts[piece] ?? Array.from(piece).length) * each;
			return {kind, row, column: column + before * each, width, text: kind === 'block' ? '' : piece, look};
		});
		return look.inverse || look.ground !== null ? [block, ...marks] : marks;
	});
}

/** Where the strokes of a character go: to the left, the right, the top, the bottom. */
export function armsOf(character: string): {left: boolean; right: boolean; up: boolean; down: boolean} {
	if (!strokes.test(character)) throw new Error(`"${character}" has no strokes`);
	return {
		left: '─┬┴┼┤┐┘'.includes(character),
		right: '─┬┴┼├┌└'.includes(character),
		up: '│┴┼├┤└┘'.includes(character),
		down: '│┬┼├┤┌┐'.includes(character),
	};
}
