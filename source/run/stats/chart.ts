import {escapeXml} from '../../text/escape-xml.ts';
import {shorten} from '../../text/shorten.ts';
import {type BlockName, hitsOf} from './block.ts';
import {type FindingClass, findingClasses} from './counted.ts';
import type {ReviewerFigures, StatsReport, StatsRow} from './stats-report.ts';
import {blockWords, classWords, statsTitle} from './stats-words.ts';

// Sizes are in pixels.
const width = 880;
const margin = 20;
const top = 84;
const panel = {width: 420, height: 196};
const block = {width: 205, label: 100, bar: 60};
const line = 17;

/** Each class has its row, so that its color is not needed to tell it apart. */
const colors = {
	undecidable: '#8c959f',
	taken: '#2fb380',
	partly: '#86b32f',
	changed: '#4c8dff',
	declined: '#e0607e',
	answered: '#b07cf0',
	untouched: '#e0913a',
} as const satisfies Record<FindingClass, string>;

/** Classes that findings of a block can have. */
const classesOf = {
	suggestions: findingClasses,
	words: findingClasses.filter(name => name !== 'taken' && name !== 'partly'),
} as const satisfies Record<BlockName, readonly FindingClass[]>;

/** Draws a panel for each reviewer: its findings by class, a part for each block. Readable on light and dark pages; contains no script. */
export function statsChart(report: StatsReport): string {
	const {reviewers, rows} = report;
	const height = top + Math.max(1, Math.ceil(reviewers.length / 2)) * panel.height;
	const panels = reviewers.map((reviewer, index) => {
		const x = margin + (index % 2) * panel.width;
		return panelOf(reviewer, rows, x, top + Math.floor(index / 2) * panel.height);
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" font-size="12">
<title id="title">Findings of each reviewer by what became of them</title>
<style>
text { fill: #59636e } .name { fill: #1f2328; font-weight: 600 } .base { stroke: #8c959f; stroke-opacity: .6 }
@media (prefers-color-scheme: dark) { text { fill: #9198a1 } .name { fill: #f0f6fc } }
</style>
${text(margin, 30, 'What became of findings', ' class="name" font-size="15"')}
${text(margin, 52, shorten(statsTitle(report), 110, '…'))}
${panels.join('\n') || text(margin, top + 20, 'No finding was counted.')}
</svg>
`;
}

function panelOf({name}: ReviewerFigures, rows: readonly StatsRow[], x: number, y: number): string {
	const parts = rows
		.filter(row => row.name === name)
		.map((row, index) => blockPart(row, x + index * block.width, y + 24));
	return [text(x, y, shorten(name, 48, '…'), ' class="name"'), ...parts].join('\n');
}

/** Bars are shares of the findings in the block, in all panels on the same scale. */
function blockPart({block: name, findings, classes}: StatsRow, x: number, y: number): string {
	const start = x + block.label;
	const bars = classesOf[name].map((one, index) => {
		const base = y + (index + 1) * line;
		const length = (classes[one] / findings) * block.bar;
		const isHit = one === hitsOf[name] ? ' class="name"' : '';
		const bar = `<rect x="${start}" y="${base - 10}" width="${length.toFixed(1)}" height="11" fill="${colors[one]}"/>`;
		return [text(x, base, classWords[one], isHit), bar, text(start + length + 5, base, `${classes[one]}`, isHit)].join(
			'',
		);
	});
	const bottom = y + 6 + classesOf[name].length * line;
	return [
		text(x, y, `${findings} ${blockWords[name].replace(/^findings /, '')}`),
		`<line class="base" x1="${start}" x2="${start}" y1="${y + 5}" y2="${bottom}"/>`,
		...bars,
	].join('\n');
}

const text = (x: number, y: number, words: string, attributes = ''): string =>
	`<text x="${Number(x.toFixed(1))}" y="${y}"${attributes}>${escapeXml(words)}</text>`;
