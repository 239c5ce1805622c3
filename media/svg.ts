import type {Span} from './screen.ts';

const theme = {
	background: '#1b1f27',
	foreground: '#d5dae3',
	muted: '#8891a3',
	colours: ['#3b4252', '#f07178', '#8fc97a', '#e6c570', '#6cb2f0', '#c792ea', '#5ccfe6', '#d5dae3'],
	cell: {width: 8.4, height: 19},
	padding: 20,
} as const;

/** A window with the lines of a terminal. */
export function formatSvg(lines: readonly Span[][], columns: number, title: string): string {
	const {cell, padding, background, foreground} = theme;
	const width = Math.ceil(columns * cell.width + 2 * padding);
	const top = padding + 24;
	const height = top + lines.length * cell.height + padding;
	const rows = lines.map((spans, index) => formatLine(spans, top + index * cell.height));
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<rect width="100%" height="100%" rx="8" fill="${background}"/>
<g fill="#4b5363"><circle cx="20" cy="18" r="5"/><circle cx="38" cy="18" r="5"/><circle cx="56" cy="18" r="5"/></g>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${foreground}" xml:space="preserve">
${rows.filter(row => row !== '').join('\n')}
</g>
</svg>
`;
}

function formatLine(spans: readonly Span[], y: number): string {
	const {cell, padding, colours, muted} = theme;
	let column = 0;
	const parts = spans.map(({text, colour, bold, dim}) => {
		const x = padding + column * cell.width;
		column += text.length;
		if (text.trim() === '') return '';
		const fill = colour === null ? (dim ? muted : null) : colours[colour % 8];
		const look = `${fill ? ` fill="${fill}"` : ''}${bold ? ' font-weight="bold"' : ''}`;
		const length = (text.length * cell.width).toFixed(1);
		return `<tspan x="${x.toFixed(1)}" textLength="${length}"${look}>${escapeXml(text)}</tspan>`;
	});
	const content = parts.join('');
	return content === '' ? '' : `<text y="${(y + cell.height * 0.75).toFixed(1)}">${content}</text>`;
}

function escapeXml(text: string): string {
	return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}
