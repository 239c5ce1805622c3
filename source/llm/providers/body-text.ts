/** No answer is larger; the rest is not read into memory. */
const largestAnswer = 16 * 1024 * 1024;

/** The text of an answer; null if it is larger than any. */
export async function readBodyText(response: Response): Promise<string | null> {
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of response.body ?? []) {
		size += part.byteLength;
		if (size > largestAnswer) return null;
		parts.push(part);
	}
	return new TextDecoder().decode(Buffer.concat(parts));
}
