/** A person's decision on a change: made on the screen, or read from a decisions file. */
export type Decision = {
	/** Id of the change. */
	change: string;
	action: 'apply' | 'decline' | 'edit';
	reason: string | null;
	/** For `edit`: the text that replaces the range; a final line end does not count. */
	text: string | null;
	/** The decision is void if the comment's body has another hash; null skips the check. */
	bodyHash: string | null;
	by: 'person' | 'decisions';
};
