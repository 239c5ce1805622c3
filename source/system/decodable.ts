/** Whether the percent-encoding of a text can be decoded. */
export function isDecodable(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}
