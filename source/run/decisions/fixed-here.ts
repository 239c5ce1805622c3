import type {PullRequest} from '../../review/comment.ts';
import {type Finding, hasCode} from '../../review/finding.ts';
import {whyForPeople} from '../../review/weighty.ts';
import {firstParentIds} from '../../worktree/ancestry.ts';
import {type History, openHistory} from '../../worktree/history.ts';
import {openJournal} from '../../worktree/journal.ts';
import {gitOf, type Repository} from '../../worktree/repository.ts';
import type {Context} from '../context.ts';
import {lookAtCommit, type Snapshot} from '../files/snapshot.ts';
import {propose} from '../plan/propose.ts';
import {isOurCommit} from '../records/own-commits.ts';
import {type FixProof, type FixProofs, type FixWorld, proveFixes} from './proven-fix.ts';

type Ground = {pullRequest: PullRequest; snapshot: Snapshot; repository: Repository};

/**
 * Holds marks that findings were fixed against the head of the pull request as it was read, with what git has here: nothing is
 * fetched, and a commit with our trailer counts as ours, by any account.
 */
export async function proveHere(
	marked: readonly Finding[],
	{pullRequest, snapshot, repository}: Ground,
	context: Context,
): Promise<FixProofs> {
	const {headRefOid: head, commitCount} = pullRequest;
	const all = (why: string): FixProofs => new Map(marked.map(({id}) => [id, {why}]));
	if (marked.length === 0) return new Map();
	if (head === null || commitCount === undefined) return all('the commits of the pull request are unknown');
	const git = gitOf(repository, {...context, offline: true});
	const history = openHistory(git, repository);
	try {
		if (!(await history.hasCommit(head))) return all('the head of the pull request is not here: fetch it');
		const runs = await openJournal(repository.records, context).listReadable();
		const world: Omit<FixWorld, 'head' | 'published'> = {
			...{git, history, fetchLines: async () => {}},
			isOurs: isOurCommit(git, runs, async () => true),
		};
		const published = await firstParentIds(git, head, [`--max-count=${commitCount}`]);
		const proofs = await proveFixes(marked, pullRequest, {...world, head, published});
		const ahead = repository.head ?? head;
		const unpushed = await firstParentIds(git, ahead, ['--not', head]);
		const local =
			unpushed.size === 0
				? proofs
				: await proveFixes(marked, pullRequest, {...world, head: ahead, published: unpushed});
		const made = await madeAt(head, marked.filter(hasCode), snapshot, history);
		return new Map(
			marked.map(({id}): [string, FixProof] => {
				if (made.has(id)) return [id, {why: 'its suggestion is on the head'}];
				const proof = proofs.get(id) ?? {why: ''};
				const isAhead = 'why' in proof && 'commit' in (local.get(id) ?? proof);
				return [id, isAhead ? {why: 'its commit is not pushed yet'} : proof];
			}),
		);
	} finally {
		history.close();
	}
}

/** The findings with the commits that have fixed them, but for those that only people can settle. */
export const withFixes = (findings: readonly Finding[], proofs: FixProofs): Finding[] =>
	findings.map(finding => {
		const proof = proofs.get(finding.id);
		const fixedIn = proof && 'commit' in proof && whyForPeople(finding) === null ? proof.commit : undefined;
		if (fixedIn === finding.fixedIn) return finding;
		const {fixedIn: _, ...other} = finding;
		return fixedIn === undefined ? other : {...other, fixedIn};
	});

/** Ids of the findings of which a commit has something as it was suggested. */
async function madeAt(
	commit: string,
	findings: readonly Finding[],
	snapshot: Snapshot,
	history: History,
): Promise<ReadonlySet<string>> {
	if (findings.length === 0) return new Set();
	const paths = new Set(findings.flatMap(({changes}) => changes.map(({path}) => snapshot.pathOf(path) ?? path)));
	const files = new Map([...snapshot.files].filter(([path]) => paths.has(path)));
	const placed = propose(findings, await lookAtCommit({...snapshot, files}, history, commit));
	const made = placed.filter(({placement}) => placement.kind === 'already-applied');
	return new Set(made.flatMap(proposal => proposal.findings.map(({id}) => id)));
}
