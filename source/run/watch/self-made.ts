import type {Anchor, Finding} from '../../review/finding.ts';
import {memoize} from '../../review/memoize.ts';
import {inParallel} from '../../system/in-parallel.ts';
import {isAncestor} from '../../worktree/ancestry.ts';
import {blameSince} from '../../worktree/blame.ts';
import type {Git} from '../../worktree/git.ts';

/** git processes at once. */
const blamesAtATime = 4;

/**
 * Which of these findings are on lines that mostly come from these commits, in the commit that their reviewer saw.
 * @param own commits of this program, oldest first
 */
export async function findSelfMade(
	git: Git,
	findings: readonly Finding[],
	own: readonly string[],
): Promise<Set<Finding>> {
	const [first] = own;
	const placed = findings.flatMap(finding => {
		const {seen, path} = finding;
		return seen?.commit && path ? [{finding, path, commit: seen.commit, seen}] : [];
	});
	if (first === undefined) return new Set();
	const files = Map.groupBy(placed, ({commit, path}) => JSON.stringify([commit, path]));
	const isOwn = new Set(own);
	// A reviewer that has seen none of them wrote about other lines.
	const hasSeen = memoize(async (commit: string) => (await isAncestor(git, first, commit, false)) === true);
	const found = await inParallel([...files.values()], blamesAtATime, async members => {
		const [member] = members;
		if (!member || !(await hasSeen(member.commit))) return [];
		const lines = await blameSince(git, first, member.commit, member.path);
		return members.filter(({seen}) => isMostly(lines, seen, isOwn)).map(({finding}) => finding);
	});
	return new Set(found.flat());
}

function isMostly(lines: readonly string[], {start, end}: Anchor, commits: ReadonlySet<string>): boolean {
	const made = lines.slice(start - 1, end).filter(oid => commits.has(oid)).length;
	return made > 0 && made * 2 >= end - start + 1;
}
