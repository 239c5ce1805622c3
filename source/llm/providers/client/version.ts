/** The first version in a text, `2.1.330` or `1.0.0-beta.2`; null if there is none. */
export const readVersion = (text: string): string | null => /\d+\.\d+\.\d+(?:-[\w.]*\w)?/.exec(text)?.[0] ?? null;

/** By the three numbers alone. */
export function isOlder(version: string, other: string): boolean {
	const [numbers, others] = [version, other].map(text => text.split(/[.-]/).slice(0, 3).map(Number));
	const differing = numbers!.findIndex((number, index) => number !== others![index]);
	return differing !== -1 && numbers![differing]! < others![differing]!;
}
