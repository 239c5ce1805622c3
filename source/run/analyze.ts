import {decide} from '../resolve/decide.ts';
import type {Decision} from '../resolve/decision.ts';
import type {Policy} from '../resolve/policy.ts';
import type {Proposal} from '../resolve/proposal.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Finding} from '../review/finding.ts';
import type {ThreadRules} from '../review/judge.ts';
import {readPullRequest} from '../review/read.ts';
import {type Git, openGit} from '../worktree/git.ts';
import {openHistory} from '../worktree/history.ts';
import {openRepository, type Repository} from '../worktree/repository.ts';
import {askAbout, type ModelRun} from './ask.ts';
import type {Context} from './context.ts';
import {applyDecisions, readDecisions} from './decisions-file.ts';
import type {RunEvent} from './events.ts';
import {type Filters, filterFindings} from './filters.ts';
import {type CheckedPlan, holdBack} from './hold-back.ts';
import {loadPullRequest, type PullRequestSource} from './load.ts';
import {drawUpAll, propose, wantedBy} from './propose.ts';
import {compareWithWorktree} from './same-repository.ts';
import {type Snapshot, takeSnapshot, type Wanted} from './snapshot.ts';
import {openStructures, type Structured} from './structures.ts';
import {wantedToAsk} from './subjects.ts';

export type AnalyzeRequest = {
	source: PullRequestSource;
	/** Path of a decisions file; null for none. */
	decisionsFile: string | null;
	rules: ThreadRules;
	filters: Filters;
	/** Null where no model is asked. */
	model: ModelRun | null;
};

/** Everything a plan is made of; nothing has been written. */
export type Analysis = Structured & {
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
	const git = openGit({...context, offline: 'from' in request.source});
	const repository = await openRepository(git);
	const given = request.decisionsFile === null ? [] : await readDecisions(request.decisionsFile, context.cwd);
	const pullRequest = yield* loadPullRequest(request.source, repository, context);
	for (const warning of compareWithWorktree(pullRequest, repository)) yield {type: 'warning', warning};
	yield {type: 'pull-request', pullRequest};

	const reading = readPullRequest(pullRequest, request.rules);
	for (const warning of reading.warnings) yield {type: 'warning', warning};
	const filtered = filterFindings(reading.findings, request.filters);
	const {reviewers, notInApi} = reading;
	yield {type: 'findings', findings: filtered, reviewers, notInApi};

	const wanted = [...wantedBy(filtered), ...(request.model ? wantedToAsk(filtered) : [])];
	const snapshot = yield* snapshotFor(wanted, pullRequest, repository, git);
	const written = drawUpAll(filtered, snapshot);
	const drawn = request.model ? yield* askAbout(written, {pullRequest, snapshot}, request.model, context) : written;
	const {findings, decisions, warnings} = applyDecisions(drawn, given);
	for (const warning of warnings) yield {type: 'warning', warning};
	const proposals = propose(findings, snapshot);
	yield {type: 'proposals', findings, proposals};
	const structured = await openStructures(proposals, snapshot);
	return {repository, pullRequest, findings, proposals, decisions, snapshot, ...structured};
}

/** The plan for an analysis, with the changes held back that would break a file. */
export async function planOf(analysis: Analysis, policy: Policy, signal: AbortSignal): Promise<CheckedPlan> {
	const {proposals, decisions, structures} = analysis;
	return holdBack(analysis, decide(proposals, policy, decisions, structures), signal);
}

async function* snapshotFor(
	wanted: readonly Wanted[],
	{source}: PullRequest,
	repository: Repository,
	git: Git,
): AsyncGenerator<RunEvent, Snapshot> {
	const history = openHistory(git, repository);
	try {
		if (source === 'github') {
			const commits = new Set(wanted.flatMap(({commits}) => commits));
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
		return await takeSnapshot({repository, history}, wanted, source === 'recording');
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
