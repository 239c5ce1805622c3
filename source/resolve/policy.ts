export const modes = ['all', 'conflicts-only', 'non-conflicts-only', 'dry-run'] as const;
export const strategies = ['priority', 'skip', 'ask'] as const;
export const trustLevels = ['members', 'anyone'] as const;

/** What a run may do unasked. */
export type Policy = {
	mode: (typeof modes)[number];
	/** Where the project's own file, which nobody trusts, sets the mode: what the mode leaves is then for a person. */
	imposed?: string | null;
	/** How a conflict is settled: by rank, not at all, or by asking a person. */
	strategy: (typeof strategies)[number];
	/** Whose changes are made unasked. `members`: those of bots and of people with a role in the repository. */
	trust: (typeof trustLevels)[number];
	/** Logins that are trusted besides, without regard to case. */
	trustAuthors: readonly string[];
};
