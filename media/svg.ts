import {armsOf, type Mark, marksOf} from './marks.ts';
import type {Colour, Look, Span} from './screen.ts';

/** The colours of a window: `colours` are the eight of a terminal. */
type Ground = {
	background: string;
	edge: string;
	buttons: string;
	foreground: string;
	muted: string;
	colours: readonly string[];
};

/** For readers whose pages are dark or light. */
export const grounds = {
	dark: {
		background: '#1b1f27',
		edge: '#3a4150',
		buttons: '#4b5363',
		foreground: '#d5dae3',
		muted: '#8891a3',
		colours: ['#3b4252', '#f07178', '#8fc97a', '#e6c570', '#6cb2f0', '#c792ea', '#5ccfe6', '#d5dae3'],
	},
	light: {
		background: '#ffffff',
		edge: '#c9d1d9',
		buttons: '#d0d7de',
		foreground: '#1f2328',
		muted: '#6e7781',
		colours: ['#24292f', '#cf222e', '#1a7f37', '#9a6700', '#0969da', '#8250df', '#1b7c83', '#f6f8fa'],
	},
} as const satisfies Record<string, Ground>;

const sizes = {
	/** In units of the drawing: whole numbers, so that marks are short and columns exact. */
	cell: {width: 10, height: 22, baseline: 16, font: 16.6},
	padding: 22,
	titleHeight: 30,
	/** Pixels for a unit. */
	scale: 0.84,
} as const;

/** What the window shows from some moment on. */
export type Frame = {
	lines: readonly Span[][];
	/** Says in the title bar what was done. */
	caption: string;
	/** How long it is looked at. */
	holdMs: number;
};

/** `title` is for those who do not see the picture. */
export type Window = {columns: number; rows: number; title: string; ground: Ground};

/** A window with the lines of a terminal. */
export const formatStill = (lines: readonly Span[][], window: Window): string =>
	formatAnimation([{lines, caption: '', holdMs: 0}], window);

/**
 * A window that shows the frames one after the other, again and again. What several frames have in common is drawn once.
 * @param still index of the frame for those who want no motion, and for programs that know none
 */
export function formatAnimation(frames: readonly Frame[], {columns, rows, title, ground}: Window, still = 0): string {
	const {cell, padding, titleHeight, scale} = sizes;
	const {background, edge, buttons, foreground, muted, colours} = ground;
	const width = columns * cell.width + 2 * padding;
	const height = rows * cell.height + titleHeight + 2 * padding;
	const layers = layersOf(frames);
	const rules = layers.map(({seen}, index) => formatTiming(seen, index, frames, still)).join('');
	const styles = [
		'.b{font-weight:bold}',
		`.c{fill:${muted};text-anchor:middle}`,
		'.g{text-anchor:middle}',
		'.u{text-decoration:underline}.i{font-style:italic}',
		...colours.map((colour, index) => `.f${index}{fill:${colour}}.s${index}{stroke:${colour}}`),
		`.fm{fill:${muted}}.sm{stroke:${muted}}.fi{fill:${background}}.sd{stroke:${foreground}}`,
		'path{fill:none;stroke-width:1.4}',
		rules,
		rules === '' ? '' : '@media(prefers-reduced-motion:reduce){g{animation:none!important}}',
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" role="img" aria-label="${escapeXml(title)}">
<style>${styles.join('')}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${background}" stroke="${edge}"/>
<g fill="${buttons}"><circle cx="24" cy="22" r="6"/><circle cx="45" cy="22" r="6"/><circle cx="66" cy="22" r="6"/></g>
<g transform="translate(${padding} ${padding + titleHeight - 8})" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${cell.font}" fill="${foreground}">
${passes.flatMap(pass => layers.map((layer, index) => formatLayer(pass(layer, columns), index, rules !== ''))).join('')}</g>
</svg>
`;
}

/** Marks that are seen in the same frames. */
type Layer = {seen: readonly boolean[]; marks: Mark[]; captions: string[]};

function layersOf(frames: readonly Frame[]): Layer[] {
	const known = new Map<string, {mark: Mark | string; seen: boolean[]}>();
	frames.forEach(({lines, caption}, index) => {
		const marks = [...lines.flatMap(marksOf), ...(caption === '' ? [] : [caption])];
		for (const mark of marks) {
			const key = JSON.stringify(mark);
			const entry = known.get(key) ?? {mark, seen: frames.map(() => false)};
			entry.seen[index] = true;
			known.set(key, entry);
		}
	});
	const layers = new Map<string, Layer>();
	for (const {mark, seen} of known.values()) {
		const layer = layers.get(seen.join()) ?? {seen, marks: [], captions: []};
		if (typeof mark === 'string') layer.captions.push(mark);
		else layer.marks.push(mark);
		layers.set(seen.join(), layer);
	}
	return [...layers.values()];
}

function formatTiming(seen: readonly boolean[], index: number, frames: readonly Frame[], still: number): string {
	if (seen.every(Boolean)) return '';
	const wholeMs = frames.reduce((sum, {holdMs}) => sum + holdMs, 0);
	let atMs = 0;
	const steps = frames.map(({holdMs}, frame) => {
		const isChange = frame === 0 || seen[frame] !== seen[frame - 1];
		const step = isChange ? `${percent(atMs / wholeMs)}{visibility:${seen[frame] ? 'visible' : 'hidden'}}` : '';
		atMs += holdMs;
		return step;
	});
	const hidden = seen[still] ? '' : 'visibility:hidden;';
	return `.l${index}{${hidden}animation:l${index} ${wholeMs / 1000}s step-end infinite}@keyframes l${index}{${steps.join('')}}`;
}

const percent = (part: number) => `${Number((part * 100).toFixed(2))}%`;

/** What is drawn over all layers before the next begins: no layer covers what another one shows at the same moment. */
const passes: readonly ((layer: Layer, columns: number) => string[])[] = [
	({marks}) => [...ofKind(marks, 'ground'), ...ofKind(marks, 'block')].map(formatBlock),
	({marks}) => formatStrokes(ofKind(marks, 'stroke')),
	({marks, captions}, columns) => [
		...captions.map(caption => formatCaption(caption, columns)),
		...[...ofKind(marks, 'text'), ...ofKind(marks, 'glyph')].map(formatText),
	],
];

const ofKind = (marks: readonly Mark[], kind: Mark['kind']) => marks.filter(mark => mark.kind === kind);

function formatLayer(drawn: readonly string[], index: number, isMoving: boolean): string {
	if (drawn.length === 0) return '';
	const content = drawn.join('\n');
	return `${isMoving ? `<g class="l${index}">${content}</g>` : content}\n`;
}

function formatCaption(caption: string, columns: number): string {
	return `<text class="c" x="${(columns / 2) * sizes.cell.width}" y="-17">${escapeXml(caption)}</text>`;
}

function formatBlock({kind, row, column, width, look}: Mark): string {
	const {cell} = sizes;
	const place = `x="${column * cell.width}" y="${row * cell.height}" width="${width * cell.width}" height="${cell.height}"`;
	const {colour, ground, inverse, dim} = look;
	const fill = kind === 'block' || inverse ? fillOf(colour, dim) : fillOf(ground, false);
	return `<rect ${place}${attributes(fill)}/>`;
}

function formatStrokes(marks: readonly Mark[]): string[] {
	const paths = Map.groupBy(marks, ({look}) => strokeOf(look));
	return [...paths].map(([stroke, group]) => `<path class="${stroke}" d="${group.map(pathOf).join('')}"/>`);
}

function pathOf({row, column, width, text}: Mark): string {
	const {width: w, height: h} = sizes.cell;
	const [x, y] = [column * w, row * h];
	if (text.startsWith('─')) return `M${x} ${y + h / 2}h${width * w}`;
	const {left, right, up, down} = armsOf(text);
	const across = left || right ? `M${left ? x : x + w / 2} ${y + h / 2}h${left && right ? w : w / 2}` : '';
	const along = up || down ? `M${x + w / 2} ${up ? y : y + h / 2}v${up && down ? h : h / 2}` : '';
	return across + along;
}

/** A text is as long as its cells, whatever the font; a single glyph is in the middle of its cell. */
function formatText({kind, row, column, width, text, look}: Mark): string {
	const {cell} = sizes;
	const isGlyph = kind === 'glyph';
	const x = column * cell.width + (isGlyph ? (width * cell.width) / 2 : 0);
	const length = isGlyph ? '' : ` textLength="${width * cell.width}"`;
	const {colour, dim, inverse, bold, italic, underline} = look;
	const fill = inverse ? {classes: ['fi']} : fillOf(colour, dim);
	const styles = [bold && 'b', italic && 'i', underline && 'u', isGlyph && 'g'].filter(style => style !== false);
	const looks = attributes({...fill, classes: [...fill.classes, ...styles]});
	return `<text x="${x}" y="${row * cell.height + cell.baseline}"${length}${looks}>${escapeXml(text)}</text>`;
}

/** Colours of the palette are classes; others are given where they are used. */
type Fill = {classes: readonly string[]; fill?: string};

function fillOf(colour: Colour, dim: boolean): Fill {
	if (colour === null) return {classes: dim ? ['fm'] : []};
	return typeof colour === 'string' ? {classes: [], fill: colour} : {classes: [`f${colour % 8}`]};
}

const attributes = ({classes, fill}: Fill): string =>
	(classes.length > 0 ? ` class="${classes.join(' ')}"` : '') + (fill === undefined ? '' : ` fill="${fill}"`);

function strokeOf({colour, dim}: Look): string {
	return typeof colour === 'number' ? `s${colour % 8}` : dim ? 'sm' : 'sd';
}

function escapeXml(text: string): string {
	return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}
