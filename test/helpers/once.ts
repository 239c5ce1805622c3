/** Makes something for the first test that asks for it, and shares it with the others of the file. */
export function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
	let made: Promise<Made> | null = null;
	return () => (made ??= make());
}
