/** The text in lines of at most `room` characters, cut at blanks; a longer word takes a line of its own. */
export function wrap(text: string, room: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= room) lines.splice(-1, 1, `${last} ${word}`);
		else lines.push(word);
	}
	return lines;
}
