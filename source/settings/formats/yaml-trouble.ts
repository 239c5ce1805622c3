import type {LineCounter, YAMLError} from 'yaml';
import {SyntaxTrouble} from './entry.ts';

const words: Partial<Record<YAMLError['code'], string>> = {
	BAD_DQ_ESCAPE: 'in double quotes a backslash begins an escape; single quotes take it as it is',
	BAD_SCALAR_START: 'a value that begins with a special character needs quotes',
	BLOCK_AS_IMPLICIT_KEY: 'a line holds one key; a value with ": " in it needs quotes',
	DUPLICATE_KEY: 'a key is set twice',
	MULTILINE_IMPLICIT_KEY: 'a key needs a colon and a space behind it',
	MULTIPLE_DOCS: 'it holds more than one document (---)',
	TAB_AS_INDENT: 'lines are indented with spaces, not with tabs',
};

/**
 * What a person has to mend, and where. The parser's own words are of its grammar, its place is sometimes the line
 * before, and it quotes what it cannot read, which may be a secret.
 */
export function troubleOf(first: YAMLError, all: readonly YAMLError[], lines: LineCounter): SyntaxTrouble {
	const [start, end] = first.pos.map(offset => lines.linePos(offset).line) as [number, number];
	const spread = all.find(({code}) => code === 'MULTILINE_IMPLICIT_KEY');
	if (first.code === 'BLOCK_AS_IMPLICIT_KEY' && spread) {
		const below = lines.linePos(spread.pos[1]).line;
		if (below > start) {
			return new SyntaxTrouble('it is indented deeper than the line above, which has a value already', below);
		}
	}
	if (all.some(({code, message}) => code === 'UNEXPECTED_TOKEN' && message.includes('block-seq'))) {
		return new SyntaxTrouble('a list item stands where a key is expected', start);
	}
	if (first.code === 'BAD_INDENT') {
		return /^Flow/.test(first.message)
			? new SyntaxTrouble('a bracket that was opened above is not closed', start)
			: new SyntaxTrouble('its indentation is that of no line above', end);
	}
	if (first.code === 'MISSING_CHAR') {
		return /quote/.test(first.message)
			? new SyntaxTrouble('a quote that was opened above is not closed', start)
			: new SyntaxTrouble(words.MULTILINE_IMPLICIT_KEY!, start);
	}
	return new SyntaxTrouble(words[first.code] ?? 'this is not YAML', start);
}
