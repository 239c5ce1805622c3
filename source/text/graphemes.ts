let segmenter: Intl.Segmenter | null = null;

const printableAscii = /^[\t -~]*$/;

/** The characters as people see them. Only loads the needed tables for text that is not ASCII. */
export function graphemesOf(text: string): string[] {
	if (printableAscii.test(text)) return text.split('');
	segmenter ??= new Intl.Segmenter();
	return Array.from(segmenter.segment(text), ({segment}) => segment);
}
