/** The longest address that terminals follow (VTE and iTerm2 stop here). */
const longest = 2083;

/**
 * The address of a link as it may go to a terminal: `http` or `https`, percent-encoded, in ASCII; null for any other, which
 * may name a file or a program.
 */
export function webAddress(href: string): string | null {
	if (!/^\s*https?:\/\//i.test(href) || href.length > longest || !URL.canParse(href)) return null;
	const address = new URL(href).href;
	return /^https?:\/\/[\x21-\x7e]+$/.test(address) && address.length <= longest ? address : null;
}

/**
 * What a message may show of an address: no user, password, query or fragment, and no word as long as a key, which may
 * have been put into the wrong place.
 */
export const bareAddress = (given: string): string =>
	given
		.replace(/^("?[a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@')
		.replace(/[?#].*$/s, '')
		.replace(/[\w-]{20,}/g, '***');
