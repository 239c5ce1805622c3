/**
 * A pattern for paths as a regular expression: `*` and `?` stay in a folder, `**` crosses them; a pattern without a
 * slash fits names in every folder, one that names a folder fits what is in it.
 */
export function compilePattern(pattern: string): RegExp {
	const body = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
	const anywhere = body.includes('/') ? '' : '(?:.*/)?';
	const source = body.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, part => {
		if (part === '**/') return '(?:.*/)?';
		if (part === '**') return '.*';
		if (part === '*') return '[^/]*';
		return part === '?' ? '[^/]' : `\\${part}`;
	});
	return new RegExp(`^${anywhere}${source}(?:/.*)?$`);
}
