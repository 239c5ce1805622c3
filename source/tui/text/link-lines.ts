import {cut} from '../../text/cells.ts';
import {type Line, line, type Span, span, wrapLine} from './line.ts';

/** A link; its number is its index + 1. */
export type ListedLink = {href: string /** Empty if the address is shown itself. */; text: string};

/** The links of lines, each address once, without pictures of a label. */
export function linksIn(lines: readonly Line[]): ListedLink[] {
	const texts = new Map<string, string[]>();
	let open = null as {href: string; row: number; parts: string[]} | null;
	for (const [row, each] of lines.entries()) {
		for (const {href, text} of each) {
			if (href === undefined) {
				// A link goes on below the margin of its line.
				if (open && text.trim() !== '') open = null;
				continue;
			}
			if (href !== open?.href) open = {href, row, parts: []};
			// The blank at the end of a wrapped line is not kept.
			open.parts.push(row === open.row ? text : ` ${text}`);
			open.row = row;
			if (!texts.has(href)) texts.set(href, open.parts);
		}
	}
	return [...texts]
		.filter(([href]) => !/\.svg(?:\?|$)|shields\.io/.test(href))
		.map(([href, parts]) => ({href, text: textOfLink(parts.join('').trim(), href)}));
}

/** The addresses of links by number. */
export function linkLines(links: readonly ListedLink[], width: number): Line[] {
	if (links.length === 0) return [];
	const rows = links.flatMap(({href, text}, index) => {
		const head = text === '' ? `${index + 1} ` : `${index + 1} ${cut(text, 40)}: `;
		return wrapLine([span(head), {text: href, tone: 'link', href}], width, '  ');
	});
	return [line('links', 'strong'), ...rows];
}

const textOfLink = (text: string, href: string) => (text.includes(href.replace(/^https?:\/\/|\/$/g, '')) ? '' : text);

/** A line with the numbers of its links behind them, for lines without hyperlinks. */
export function withNumbers(spans: Line, links: readonly ListedLink[]): Line {
	return spans.flatMap((each, index): Span[] => {
		const number = links.findIndex(({href}) => href === each.href) + 1;
		const isEnd = number > 0 && spans[index + 1]?.href !== each.href;
		return isEnd ? [each, span(` (link ${number})`)] : [each];
	});
}
