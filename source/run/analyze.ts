import {decide, type Plan} from '../resolve/decide.ts';
import type {Decision} from '../resolve/decision.ts';
import type {Policy} from '../resolve/policy.ts';
import type {Proposal} from '../resolve/proposal.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Change, Finding} from '../review/finding.ts';
import {readPullRequest} from '../review/read.ts';
import {type Git, openGit} from '../worktree/git.ts';
import {openHistory} from '../worktree/history.ts';
import {openRepository, type Repository} from '../worktree/repository.ts';
import type {Context} from './context.ts';
import {applyDecisions, readDecisions} from './decisions-file.ts';
import type {RunEvent} from './events.ts';
import {loadPullRequest, type PullRequestSource} from './load.ts';
import {propose} from './propose.ts';
import {compareWithWorktree} from './same-repository.ts';
import {type Snapshot, takeSnapshot} from './snapshot.ts';

export type AnalyzeRequest = {
	source: PullRequestSource;
	/** Path of a decisions file; null for none. */
	decisionsFile: string | null;
};

/** Everything a plan is made of; nothing has been written. */
export type Analysis = {
	repository: Repository;
	pullRequest: PullRequest;
	findings: Finding[];
	proposals: Proposal[];
	decisions: Decision[];
	snapshot: Snapshot;
};

/**
 * Reads the pull request and places its changes in the work tree.
 * @throws {Failure} of the code host, the work tree, or the files given
 */
export async function* analyze(request: AnalyzeRequest, context: Context): AsyncGenerator<RunEvent, Analysis> {
	const git = openGit(context);
	const repository = await openRepository(git);
	const given = request.decisionsFile === null ? [] : await readDecisions(request.decisionsFile, context.cwd);
	const pullRequest = yield* loadPullRequest(request.source, repository, context);
	for (const warning of compareWithWorktree(pullRequest, repository)) yield {type: 'warning', warning};
	yield {type: 'pull-request', pullRequest};

	const reading = readPullRequest(pullRequest);
	const {findings, decisions, warnings} = applyDecisions(reading.findings, given);
	for (const warning of [...reading.warnings, ...warnings]) yield {type: 'warning', warning};
	yield {type: 'findings', findings};

	const changes = findings.flatMap(finding => finding.changes);
	const snapshot = yield* snapshotFor(changes, pullRequest, repository, git);
	const proposals = propose(findings, snapshot);
	yield {type: 'proposals', proposals};
	return {repository, pullRequest, findings, proposals, decisions, snapshot};
}

export function planOf({proposals, decisions}: Analysis, policy: Policy): Plan {
	return decide(proposals, policy, decisions);
}

async function* snapshotFor(
	changes: readonly Change[],
	{source}: PullRequest,
	repository: Repository,
	git: Git,
): AsyncGenerator<RunEvent, Snapshot> {
	const history = openHistory(git, repository);
	try {
		if (source === 'github') {
			const commits = new Set(changes.flatMap(({original, current}) => [original.commit, current?.commit ?? null]));
			const missing: string[] = [];
			for (const commit of commits) if (commit !== null && !(await history.hasCommit(commit))) missing.push(commit);
			if (missing.length > 0) {
				yield {type: 'fetching-commits', count: missing.length};
				const gone = await history.fetchCommits(
					missing,
					repository.remotes.map(({name}) => name),
				);
				if (gone.length > 0) yield {type: 'warning', warning: goneCommits(gone)};
			}
		}
		return await takeSnapshot({repository, history}, changes, source === 'recording');
	} finally {
		history.close();
	}
}

const goneCommits = (oids: readonly string[]) => ({
	kind: 'commit-gone',
	commentId: null,
	text: `${oids.length === 1 ? 'a commit' : `${oids.length} commits`} that was commented on cannot be fetched (${oids
		.map(oid => oid.slice(0, 10))
		.join(', ')}); its comments are placed by their diff hunks`,
});
