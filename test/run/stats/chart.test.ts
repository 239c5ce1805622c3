import fc from 'fast-check';
import {expect, test} from 'vitest';
import {statsChart} from '../../../source/run/stats/chart.ts';
import {findingClasses} from '../../../source/run/stats/counted.ts';
import {reportStats} from '../../../source/run/stats/stats-report.ts';
import {counted, countedPull, statsRead} from '../../helpers/stats-read.ts';

const chartOf = (findings: ReturnType<typeof counted>[], scopes = ['acme/api']) =>
	statsChart(reportStats(statsRead([countedPull(1, findings)], {scopes}), {people: true}));

type Box = {text: string | null; left: number; right: number; top: number; bottom: number};

/** What is drawn. A character of the usual fonts is at most 0.62 times as wide as the font is high, on average. */
function boxesIn(svg: string): Box[] {
	const body = svg.slice(svg.indexOf('</style>'));
	return Array.from(body.matchAll(/<(rect|text)([^>]*)>([^<]*)/g), ([, tag, attributes = '', content = '']) => {
		const of = (name: string) => Number(attributes.match(new RegExp(` ${name}="([^"]*)"`))?.[1] ?? 0);
		const [x, y] = [of('x'), of('y')];
		if (tag === 'rect') return {text: null, left: x, right: x + of('width'), top: y, bottom: y + of('height')};
		const size = of('font-size') || 12;
		const length = content.replace(/&\w+;/g, '.').length;
		return {text: content, left: x, right: x + length * size * 0.62, top: y - size * 0.8, bottom: y + size * 0.2};
	});
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Elements are closed in the order in which they are opened, and no character is left unescaped. */
function expectWellFormed(svg: string): void {
	const open: string[] = [];
	const rest = svg.replace(/<(\/?)(\w+)((?: [\w:-]+="[^"<]*")*)(\/?)>/g, (_, close, name, _attributes, isEmpty) => {
		if (close) expect(open.pop()).toBe(name);
		else if (!isEmpty) open.push(name);
		return '';
	});
	expect(open).toEqual([]);
	expect(rest).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;)/);
}

test('every text of a chart is in the picture, and nothing lies over another', () => {
	const finding = fc
		.record({
			reviewer: fc.constantFrom(
				'coderabbit',
				'copilot',
				'gemini',
				'a-bot-with-a-name-that-is-much-too-long-for-its-panel',
				'a<b>&"c',
			),
			isBot: fc.boolean(),
			hasCode: fc.boolean(),
			class: fc.constantFrom(...findingClasses),
		})
		.map(counted);
	fc.assert(
		fc.property(fc.array(finding, {maxLength: 60}), findings => {
			const svg = chartOf(findings, [
				'acme/api',
				'acme/<web>',
				'https://github.com/another/repository-with-a-long-name',
				'x'.repeat(80),
			]);
			expectWellFormed(svg);
			const [, width, height] = svg.match(/viewBox="0 0 (\d+) (\d+)"/) ?? [];
			const boxes = boxesIn(svg);
			expect(boxes.filter(({right, bottom}) => right > Number(width) || bottom > Number(height))).toEqual([]);
			const over = boxes.flatMap((box, index) =>
				boxes
					.slice(index + 1)
					.filter(other => overlap(box, other))
					.map(other => [box, other]),
			);
			expect(over).toEqual([]);
		}),
		{numRuns: 60},
	);
});

test('a panel has the counts of each block, and bars on one scale', () => {
	const svg = chartOf([
		...Array.from({length: 3}, () => counted({hasCode: true, class: 'taken'})),
		counted({hasCode: true}),
		counted({class: 'changed'}),
	]);
	expect(svg).toContain('>4 with a suggestion</text>');
	expect(svg).toContain('>1 in words</text>');
	const lengths = Array.from(svg.matchAll(/<rect[^>]* width="([\d.]+)"/g), ([, length]) => Number(length));
	// Seven classes of suggestions, then five of words.
	expect(lengths).toEqual([0, 45, 0, 0, 0, 0, 15, 0, 60, 0, 0, 0]);
	expect(svg).toContain('prefers-color-scheme: dark');
	expect(svg).not.toMatch(/<script|href/);
});

test('without a finding, the picture says so', () => {
	expect(chartOf([])).toContain('No finding was counted.');
});
