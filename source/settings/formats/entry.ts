/** One key of a settings file with its value. Sections are joined with a dot: `llm.cost_budget`. */
export type Entry = {
	key: string;
	value: unknown;
	/** 1-based; null where the format's parser does not tell and the text is no help. */
	line: number | null;
};

/** A settings file that its format's parser refuses. */
export class SyntaxTrouble extends Error {
	/** 1-based; null where it is not known. */
	readonly line: number | null;

	constructor(message: string, line: number | null) {
		super(message);
		this.line = line;
	}
}

/** The 1-based number of the line that holds the character at `offset`. */
export function lineAt(text: string, offset: number): number {
	return text.slice(0, offset).split('\n').length;
}
