/**
 * The words after `/pr-resolve` in the first line of a comment, in lower case; null if the comment is no command.
 * `/pr-resolvefoo` is another one.
 */
export function commandWords(body: string): string[] | null {
	const [first, ...words] = body
		.split(/[\r\n]/, 1)[0]!
		.toLowerCase()
		.split(/\s+/);
	return first === '/pr-resolve' ? words.filter(Boolean) : null;
}
