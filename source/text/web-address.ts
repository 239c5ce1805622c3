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
