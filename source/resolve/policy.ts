export const modes = ['all', 'conflicts-only', 'non-conflicts-only', 'dry-run'] as const;
export const strategies = ['priority', 'skip', 'ask'] as const;
export const trustLevels = ['members', 'anyone'] as const;

/** What a run does with changes besides writing them, and who may have them done so. */
export type Outward = {
	/** Logins of people who may write to the repository; null if that is not known, then a role counts. */
	writers: readonly string[] | null;
	/** Whether every change has to be by one of them; otherwise a role is enough. */
	needsWriters: boolean;
	/** Whether a command runs on the changes, so that changes to what it runs need review. */
	runsCode: boolean;
};

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
	/** Null or undefined if it only writes them. */
	outward?: Outward | null;
	/** Whether changes are applied that people have answered in their threads. */
	overObjections?: boolean;
	/**
	 * Ids of changes that need review, with the reason. A rule neither applies one nor chooses another side of its conflict;
	 * your decision on a change takes precedence.
	 */
	held?: ReadonlyMap<string, string> | null;
	/** Ids of changes that an agent chose in their conflicts; what holds a side back holds it all the same. */
	picked?: ReadonlySet<string> | null;
	/** The same as `held` for changes that people have answered in their threads. */
	answered?: ReadonlyMap<string, string> | null;
};
