/** Tokens that a server processed, and how long it took. */
export type Stretch = {tokens: number; ms: number};

/** A server's own account of one request. */
export type ServerWork = {
	/** The prompt, without the part that the server still had from an earlier one. */
	read: Stretch;
	/** The answer. */
	written: Stretch;
	/** Milliseconds that the request waited for others. */
	queueMs: number;
};
