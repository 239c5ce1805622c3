/** What a person wants to become of a change: said on the screen, or replayed from a decisions file. */
export type Decision = {
	/** Id of the change. */
	change: string;
	action: 'apply' | 'decline' | 'edit';
	reason: string | null;
	/** For `edit`: what shall stand in place of the range; a final line end does not count. */
	text: string | null;
	/** The decision is void where the comment's body has another hash; null skips the check. */
	bodyHash: string | null;
	by: 'person' | 'decisions';
};
