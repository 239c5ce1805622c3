import {cut} from '../../text/cells.ts';
import {type Line, line, type Span, span, wrapLine} from './line.ts';

/** The addresses of links by number, with their text; without those that are their own text, and pictures of a label. */
export function linkLines(lines: readonly Line[], width: number): Line[] {
	const texts = new Map<string, string>();
	for (const {href, text} of lines.flat()) {
		if (href !== undefined) texts.set(href, `${texts.get(href) ?? ''}${text}`);
	}
	const listed = [...texts].filter(
		([href, text]) => !text.includes(bare(href)) && !/\.svg(?:\?|$)|shields\.io/.test(href),
	);
	if (listed.length === 0) return [];
	const rows = listed.flatMap(([href, text], index) =>
		wrapLine([span(`${index + 1} ${cut(text, 40)}: `), {text: href, tone: 'link', href}], width, '  '),
	);
	return [line('links', 'strong'), ...rows];
}

const bare = (href: string) => href.replace(/\/$/, '');

/** The line with the address behind each link that is not its own text. */
export function withAddresses(spans: Line): Line {
	return spans.flatMap((each, index): Span[] => {
		const {href, text} = each;
		const isEnd = href !== undefined && spans[index + 1]?.href !== href && !text.includes(bare(href));
		return isEnd ? [each, span(` (${href})`)] : [each];
	});
}
