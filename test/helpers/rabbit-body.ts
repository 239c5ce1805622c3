/** One suggestion in the body of a review: a line of a file, what stands there and what it should read. */
export type BodySuggestion = {path: string; line: number; old: string; new: string};

/** The body of a review as CodeRabbit writes it about lines that are not in the diff. */
export function rabbitBody(...suggestions: BodySuggestion[]): string {
	const files = [...Map.groupBy(suggestions, ({path}) => path)].map(([path, own]) => {
		const remarks = own.map(one => `\`${one.line}\`: **Better so.**\n\n\`\`\`diff\n-${one.old}\n+${one.new}\n\`\`\``);
		return fold(`${path} (${own.length})`, remarks.join('\n\n---\n\n'));
	});
	return fold(`⚠️ Outside diff range comments (${suggestions.length})`, files.join('\n\n'));
}

const fold = (title: string, text: string) =>
	`<details>\n<summary>${title}</summary><blockquote>\n\n${text}\n\n</blockquote></details>`;
