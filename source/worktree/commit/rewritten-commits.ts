import type {CommitResult, RunCommit} from '../../delivery/steps/commit.ts';
import type {PublicationStep} from '../../delivery/steps/table.ts';
import {runTrailer} from '../../resolve/commit-message.ts';
import {commitsWithTrailer} from '../blame.ts';
import {type Git, isOid, outputOf} from '../git.ts';
import type {Journal} from '../journal.ts';
import type {Run} from '../run-record.ts';
import {commitResultOf} from './commit-step.ts';

/** A commit that a run made, by its recorded id, and the one that a rebase or a cherry-pick has made of it. */
export type RewrittenCommit = {recorded: string; oid: string; parent: string};

/**
 * Those of these commits that repeat recorded ones: they name the run, and change the same lines next to the same lines. A
 * commit that only names the run is the user's.
 */
export async function findRewritten(
	git: Git,
	oids: readonly string[],
	runs: readonly Run[],
): Promise<RewrittenCommit[]> {
	const trailed = await commitsWithTrailer(git, oids, runTrailer);
	const found: RewrittenCommit[] = [];
	for (const [oid, {values}] of trailed) {
		const recorded = runs.filter(({id}) => values.includes(id)).flatMap(recordedCommits);
		const patch = recorded.length > 0 ? await patchOf(git, oid) : null;
		if (patch === null) continue;
		for (const commit of new Map(recorded.map(one => [one.oid, one])).values()) {
			if ((await patchOf(git, commit.oid)) !== patch) continue;
			found.push({recorded: commit.oid, oid, parent: await parentOf(git, oid)});
			break;
		}
	}
	return found;
}

/** Also those that were undone: the user may have taken one up again. */
const recordedCommits = ({publication}: Run): RunCommit[] =>
	publication.flatMap(step => commitResultOf(step)?.commits ?? []);

/** The result with the commits that there are now; null if none of them was rewritten. */
export function rewriteResult(result: CommitResult, rewritten: readonly RewrittenCommit[]): CommitResult | null {
	const now = new Map(rewritten.map(({recorded, ...commit}) => [recorded, commit]));
	if (!result.commits.some(({oid}) => now.has(oid))) return null;
	return {...result, commits: result.commits.map(commit => ({...commit, ...now.get(commit.oid)}))};
}

/** Records what became of commits, in all runs whose lines they hold, so that undo and replies find them. */
export async function recordRewritten(
	journal: Journal,
	runs: readonly Run[],
	rewritten: readonly RewrittenCommit[],
): Promise<void> {
	for (const {id, publication} of runs) {
		const steps = publication.flatMap((step): PublicationStep[] => {
			if (step.kind !== 'commit') return [];
			const result = commitResultOf(step);
			const now = result && rewriteResult(result, rewritten);
			return now ? [{...step, state: 'done', result: now, reason: ''}] : [];
		});
		if (steps.length > 0) await journal.recordStep(id, ...steps);
	}
}

const diffOptions = ['--no-ext-diff', '--no-textconv', '--no-renames', '--no-color', '--full-index', '--unified=3'];

/**
 * What a commit changes, as `git patch-id` compares it: without the places. Blanks count, because they are edits too. Null
 * for a merge, a commit without changes, and one that is not here.
 */
async function patchOf(git: Git, oid: string): Promise<string | null> {
	if (!isOid(oid)) return null;
	const {code, stdout} = await git.run(['diff-tree', '--patch', '--root', '--no-commit-id', ...diffOptions, oid]);
	if (code !== 0 || stdout.length === 0) return null;
	return stdout.toString('latin1').replace(/^(?:index .*|@@ .*)$/gm, line => line.slice(0, 2));
}

const parentOf = async (git: Git, oid: string): Promise<string> =>
	(await outputOf(git, 'rev-parse', '--verify', '--quiet', `${oid}^`)) ?? '';
