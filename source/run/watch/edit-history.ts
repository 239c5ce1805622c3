import {type PastEdit, pastEdits} from '../../resolve/brakes/past-edit.ts';
import {covers} from '../../resolve/brakes/replacement.ts';
import {firstParents, readCommitRange, walkBack} from '../../worktree/commit/commit-range.ts';
import {readText} from '../../worktree/commit/gather.ts';
import type {Git} from '../../worktree/git.ts';
import {openObjects} from '../../worktree/objects.ts';
import type {PastRounds} from './past-rounds.ts';

/**
 * What commits have changed in files since the first round, oldest first. What a merge or an app brought is no edit of a person.
 * @param hasFiles whether every file of the commits can be read. @param head of the pull request. @param files the lines of files as they are now, by path
 * @throws {Failure} `git-failed`
 */
export async function readEditHistory(
	{git, hasFiles}: {git: Git; hasFiles: boolean},
	head: string,
	files: ReadonlyMap<string, readonly string[]>,
	past: PastRounds,
): Promise<PastEdit[]> {
	const [first] = past.commits;
	if (!first || files.size === 0) return [];
	const range = firstParents(await readCommitRange(git, head, [`${first.oid}^@`], hasFiles));
	const own = new Map(past.commits.map(({oid, isRevert}) => [oid, isRevert ? 'decision' : 'run'] as const));
	const objects = openObjects(git);
	const found: PastEdit[] = [];
	try {
		for (const [path, today] of files) {
			const text = path.includes('\n') ? null : await readText(objects, `${head}:${path}`);
			if (!text) continue;
			for await (const {commit, before, after} of walkBack(path, text, range, objects)) {
				const made = own.get(commit.oid);
				if (commit.parents.length > 1 || (!made && isBotAddress(commit.author))) continue;
				const by = made ?? 'person';
				const versions = {commit: commit.oid, by, path, before: before?.lines ?? [], after: after.lines} as const;
				found.push(...pastEdits(versions, today).map(edit => withDecision(edit, past)));
			}
		}
	} finally {
		objects.close();
	}
	const order = new Map(range.map(({oid}, index) => [oid, range.length - index]));
	return found.toSorted((one, other) => (order.get(one.commit) ?? 0) - (order.get(other.commit) ?? 0));
}

/** GitHub's address for the commits of an app. */
const isBotAddress = (email: string) => /\[bot\]@users\.noreply\./i.test(email);

/** An edit that a person made with this program, by what our reply in the thread or the record of the run contains. */
function withDecision(edit: PastEdit, {decisions}: PastRounds): PastEdit {
	const {commit, path, at, added} = edit;
	const isDecided = decisions.some(decision => {
		if (decision.commit !== commit || decision.path !== path) return false;
		if ('added' in decision) return decision.added.length > 0 && covers(added, decision.added);
		const {lines} = decision;
		return lines === null || (at.low < lines.end && lines.start - 1 <= at.high);
	});
	return isDecided ? {...edit, by: 'decision'} : edit;
}
