import createMarkdownIt from 'markdown-it';

/** Addresses that links refer to by a label, as markdown-it looks them up. */
export type LinkDefinitions = Readonly<Record<string, {href: string; title: string}>>;

/** `[label]: address "title"` on one line (CommonMark 4.7). */
const linkDefinition =
	/^ {0,3}\[((?:[^[\]\\]|\\.){1,999})\]:[ \t]*(?:<([^<>]*)>|([^\s<]\S*))(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/;

/** Cuts off link definitions, which a page does not show. They start a paragraph. */
export function splitDefinitions(text: string): {definitions: RegExpExecArray[]; rest: string} {
	const definitions: RegExpExecArray[] = [];
	let from = 0;
	while (from < text.length) {
		const end = text.indexOf('\n', from);
		const found = linkDefinition.exec(text.slice(from, end < 0 ? text.length : end));
		if (!found) break;
		definitions.push(found);
		from = end < 0 ? text.length : end + 1;
	}
	return {definitions, rest: text.slice(from)};
}

const {utils} = createMarkdownIt();

/** The link definitions in the paragraphs of a comment; the first of several with one label counts. Null if there is none. */
export function readDefinitions(paragraphs: readonly string[]): LinkDefinitions | null {
	const found = paragraphs.flatMap(text => splitDefinitions(text).definitions);
	if (found.length === 0) return null;
	const read: Record<string, {href: string; title: string}> = Object.create(null);
	for (const [, label = '', bracketed, bare = ''] of found) {
		read[utils.normalizeReference(label)] ??= {href: utils.unescapeAll(bracketed ?? bare), title: ''};
	}
	return read;
}
