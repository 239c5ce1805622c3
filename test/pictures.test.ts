import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';

const folder = join(import.meta.dirname, '../media');
const pictures = readdirSync(folder).filter(name => name.endsWith('.svg'));

type Box = {left: number; right: number; top: number; bottom: number};
/** What is drawn, in the order of the file; `layer` null: always visible. */
type Shape = {layer: string | null; text: string | null; box: Box};
/** When a layer is visible: by the moments from which on it is (or is not), in percent; and for those who want no motion. */
type Timing = {steps: readonly {at: number; isVisible: boolean}[]; isInStill: boolean};

test.each(pictures)('no text of %s is covered while it is visible', name => {
	const svg = readFileSync(join(folder, name), 'utf8');
	const timings = timingsOf(svg);
	const shapes = shapesOf(svg);
	expect(shapes.filter(({text}) => text !== null).length).toBeGreaterThan(20);
	const moments = [null, ...momentsOf(timings)];
	expect(moments.flatMap(moment => coveredAt(moment, shapes, timings))).toEqual([]);
});

test.each(['dark', 'light'])('the first picture takes 12 seconds and moves every 2, %s', mode => {
	const svg = readFileSync(join(folder, `review-${mode}.svg`), 'utf8');
	const seconds = new Set(Array.from(svg.matchAll(/animation:l\d+ ([\d.]+)s/g), ([, length]) => Number(length)));
	expect([...seconds]).toEqual([12]);
	const moments = [...momentsOf(timingsOf(svg)), 100];
	const pauses = moments.slice(1).map((moment, index) => ((moment - moments[index]!) * 12) / 100);
	expect(Math.max(...pauses)).toBeCloseTo(2, 1);
});

/** The texts that a later shape lies over at a moment (in percent; null: without motion). */
function coveredAt(moment: number | null, shapes: readonly Shape[], timings: ReadonlyMap<string, Timing>): string[] {
	const visible = shapes.filter(({layer}) => layer === null || isVisible(timings.get(layer), moment));
	return visible.flatMap(({text, box}, index) => {
		const isCovered =
			text !== null && visible.slice(index + 1).some(over => over.text === null && overlap(over.box, box));
		return isCovered ? [`${moment ?? 'still'}: ${text}`] : [];
	});
}

function isVisible(timing: Timing | undefined, moment: number | null): boolean {
	if (!timing) return true;
	if (moment === null) return timing.isInStill;
	return timing.steps.findLast(({at}) => at <= moment)?.isVisible ?? timing.isInStill;
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function timingsOf(svg: string): Map<string, Timing> {
	const rules = svg.matchAll(
		/\.(l\d+)\{(visibility:hidden;)?animation:[^}]*\}@keyframes l\d+\{((?:[\d.]+%\{[^}]*\})+)\}/g,
	);
	return new Map(
		Array.from(rules, ([, layer = '', hidden, frames = '']) => {
			const steps = Array.from(frames.matchAll(/([\d.]+)%\{visibility:(\w+)\}/g), ([, at, visibility]) => ({
				at: Number(at),
				isVisible: visibility === 'visible',
			}));
			return [layer, {steps, isInStill: hidden === undefined}];
		}),
	);
}

const momentsOf = (timings: ReadonlyMap<string, Timing>): number[] =>
	[...new Set([...timings.values()].flatMap(({steps}) => steps.map(({at}) => at)))].sort((a, b) => a - b);

function shapesOf(svg: string): Shape[] {
	const shapes: Shape[] = [];
	const groups: {layer: string | null; dx: number; dy: number}[] = [{layer: null, dx: 0, dy: 0}];
	const body = svg.slice(svg.indexOf('</style>'));
	for (const [, close, tag, attributes = '', content = ''] of body.matchAll(
		/<(\/?)(g|rect|path|text)\b([^>]*)>([^<]*)/g,
	)) {
		const of = (name: string) => attributes.match(new RegExp(` ${name}="([^"]*)"`))?.[1];
		const group = groups.at(-1)!;
		if (tag === 'g') {
			const [dx = 0, dy = 0] = of('transform')?.match(/-?\d+/g)?.map(Number) ?? [];
			const layer = of('class')?.match(/^l\d+$/)?.[0] ?? group.layer;
			if (close) groups.pop();
			else groups.push({layer, dx: group.dx + dx, dy: group.dy + dy});
		} else if (!close) {
			const boxes = tag === 'path' ? strokesOf(of('d') ?? '') : [tag === 'text' ? textBox(of, content) : rectangle(of)];
			for (const {left, right, top, bottom} of boxes) {
				const {layer, dx, dy} = group;
				const box = {left: left + dx, right: right + dx, top: top + dy, bottom: bottom + dy};
				shapes.push({layer, text: tag === 'text' ? content : null, box});
			}
		}
	}
	return shapes;
}

type Attribute = (name: string) => string | undefined;

function rectangle(of: Attribute): Box {
	const [left, top, width, height] = ['x', 'y', 'width', 'height'].map(name => Number(of(name)));
	return {left: left!, right: left! + width!, top: top!, bottom: top! + height!};
}

/** Of a text or of a glyph, which is in the middle of its place: its letters without the parts below the line. */
function textBox(of: Attribute, content: string): Box {
	const [x, y] = [Number(of('x')), Number(of('y'))];
	const length = of('textLength');
	const width = length === undefined ? content.replace(/&#\d+;/g, '.').length * 10 : Number(length);
	const left = length === undefined ? x - width / 2 : x;
	return {left: left + 0.5, right: left + width - 0.5, top: y - 10, bottom: y};
}

function strokesOf(path: string): Box[] {
	return Array.from(path.matchAll(/M([\d.]+) ([\d.]+)([hv])([\d.]+)/g), ([, x, y, way, length]) => {
		const [left, top, along] = [Number(x) - 0.7, Number(y) - 0.7, Number(length) + 1.4];
		return {left, top, right: left + (way === 'h' ? along : 1.4), bottom: top + (way === 'v' ? along : 1.4)};
	});
}
