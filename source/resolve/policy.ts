export const modes = ['all', 'conflicts-only', 'non-conflicts-only', 'dry-run'] as const;
export const strategies = ['priority', 'skip', 'ask'] as const;
export const trustLevels = ['members', 'anyone'] as const;

/** What a run may do without asking. */
export type Policy = {
	mode: (typeof modes)[number];
	/** Where the mode comes from if the project's own, untrusted file sets it: then what the mode skips needs review. */
	imposed?: string | null;
	/** How conflicts are settled: by rank, not at all, or by asking a person. */
	strategy: (typeof strategies)[number];
	/** Whose changes are applied without asking. `members`: bots and people with a role in the repository. */
	trust: (typeof trustLevels)[number];
	/** Further trusted logins; case does not matter. */
	trustAuthors: readonly string[];
};
