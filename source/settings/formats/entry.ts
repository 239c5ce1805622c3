/** One key of a settings file with its value. Sections are joined with a dot: `llm.cost_budget`. */
export type SettingEntry = {
	key: string;
	value: unknown;
	/** 1-based; null if the parser does not report it and it cannot be found in the text. */
	line: number | null;
};

export class SyntaxTrouble extends Error {
	/** 1-based; null if unknown. */
	readonly line: number | null;

	constructor(message: string, line: number | null) {
		super(message);
		this.line = line;
	}
}

/** The 1-based line of the character at `offset`. */
export function lineAt(text: string, offset: number): number {
	return text.slice(0, offset).split('\n').length;
}
