let segmenter: Intl.Segmenter | null = null;

const printableAscii = /^[\t -~]*$/;

/** The characters as people see them. Only loads the needed tables for text that is not ASCII. */
export const graphemesOf = (text: string): string[] =>
	printableAscii.test(text) ? text.split('') : [...eachGrapheme(text)];

/** The same one by one, for who needs only the first of a long text. */
export function* eachGrapheme(text: string): Generator<string, void> {
	segmenter ??= new Intl.Segmenter();
	for (const {segment} of segmenter.segment(text)) yield segment;
}
