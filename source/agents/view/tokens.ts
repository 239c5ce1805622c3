/** About how many tokens a text has: one for three ASCII characters, and one for each other character. */
export function estimateTokens(text: string): number {
	const others = text.match(/[^\0-\x7f]/gu) ?? [];
	const units = others.reduce((sum, {length}) => sum + length, 0);
	return Math.ceil((text.length - units) / 3) + others.length;
}
