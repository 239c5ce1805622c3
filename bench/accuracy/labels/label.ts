/** An edit that a careful person would make. Lines are 1-based and inclusive, at the reviewed commit; null: not known. */
export type LabelChange = {
	path: string;
	start_line: number | null;
	end_line: number | null;
	/** Null if the comment does not quote the lines that it replaces. */
	old_text: string | null;
	/** Whole lines; empty deletes. */
	new_text: string;
	/** How the old side of a diff was found; `none`: it is not in the file. */
	match?: string;
};

/** An entry of a review body or of a table. */
export type LabelItem = {
	path: string;
	start_line?: number;
	end_line?: number;
	actionable?: boolean;
	/** Has been applied since. */
	processed?: boolean;
	changes?: LabelChange[];
	needs_llm?: boolean;
};

export type Label = {
	actionable: boolean;
	/** Cannot be applied mechanically. */
	needs_llm: boolean;
	/** As written. */
	severity: string | null;
	changes: LabelChange[];
	items?: LabelItem[];
	/** Only one of them is to be applied. */
	options?: LabelChange[][];
};
