/** What is odd about one comment, found while reading it. */
export type CommentWarning = {
	kind: 'repeated-comment' | 'hidden-instructions';
	/** Database id, as a string. */
	commentId: string;
	text: string;
};
