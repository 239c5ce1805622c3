/**
 * What a message may show of an address: no user, password, query or fragment, and no word as long as a key, which may
 * have been put into the wrong place.
 */
export const bareAddress = (given: string): string =>
	given
		.replace(/^("?[a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@')
		.replace(/[?#].*$/s, '')
		.replace(/[\w-]{20,}/g, '***');
