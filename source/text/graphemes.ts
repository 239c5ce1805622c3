let segmenter: Intl.Segmenter | null = null;

const simple = /^[\t -~]*$/;

/** What people see as characters. The tables that this needs are only loaded for a text that is not ASCII. */
export function graphemesOf(text: string): string[] {
	if (simple.test(text)) return text.split('');
	segmenter ??= new Intl.Segmenter();
	return Array.from(segmenter.segment(text), ({segment}) => segment);
}
