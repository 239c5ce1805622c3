/** Commits of this program, and the run that names or made them. */
export type NamedCommits = {run: string; commits: readonly string[]};

type Evidence = {
	/** Object ids of the commits of the pull request. */
	listed: readonly string[];
	/** Those of this program among them, as `RoundCommit`. */
	own: readonly {oid: string; run: string; runs: readonly string[]; isRevert: boolean}[];
	/** What replies, the summary and this process say was pushed. */
	named: readonly NamedCommits[];
	/** What runs recorded here have made. */
	recorded: readonly NamedCommits[];
};

/**
 * The ids of the runs that have pushed, each once and the oldest first, and the commits that are gone with all of their run.
 * A commit is of the run in its trailer. If it is gone: of that which made it by the records here, otherwise of the first
 * that names it. A revert is no round.
 */
export function pushedRuns({listed, own, named, recorded}: Evidence): {runs: string[]; gone: string[]} {
	const standing = new Map(own.map(commit => [commit.oid, commit]));
	const makers = new Map(recorded.flatMap(({run, commits}) => commits.map(oid => [oid, run] as const)));
	const made = new Map<string, string>();
	for (const {run, commits} of named.toSorted((one, other) => (one.run < other.run ? -1 : 1))) {
		for (const oid of commits) {
			if (!standing.has(oid) && !made.has(oid)) made.set(oid, makers.get(oid) ?? run);
		}
	}
	const there = own.filter(({isRevert}) => !isRevert).map(({run}) => run);
	const kept = new Set([...listed, ...own.flatMap(({runs}) => runs)]);
	return {
		runs: [...new Set([...there, ...made.values()])].toSorted(),
		gone: [...made].filter(entry => !entry.some(id => kept.has(id))).map(([oid]) => oid),
	};
}
