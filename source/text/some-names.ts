/** `a, b and 3 more`: at most so many names. */
export function someNames(names: readonly string[], most = 5): string {
	const rest = names.length > most ? ` and ${names.length - most} more` : '';
	return `${names.slice(0, most).join(', ')}${rest}`;
}
