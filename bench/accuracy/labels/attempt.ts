import {decide, type Plan} from '../../../source/resolve/decide.ts';
import {type Finding, worktree} from '../../../source/review/finding.ts';
import {readPullRequest} from '../../../source/review/read.ts';
import {noAnswers} from '../../../source/run/decisions/answers.ts';
import type {Snapshot} from '../../../source/run/files/snapshot.ts';
import {planOf} from '../../../source/run/plan/plan-of.ts';
import {drawUpAll, openStructures, propose} from '../../../source/run/plan/propose.ts';
import {makeReport} from '../../../source/run/report/make-report.ts';
import type {Report} from '../../../source/run/report/report.ts';
import {initialState} from '../../../source/run/state.ts';
import type {Worktree} from '../../../source/worktree/repository.ts';
import {policy} from '../../pipeline.ts';
import type {Ground} from './ground.ts';
import {type PostedComment, pullRequestWith, reviewed} from './posted.ts';

/** A run's result for a comment: what it reads (sketches not yet located), would write, and reports. */
export type Attempt = {findings: Finding[]; plan: Plan; report: Report};

/** Reads and plans a comment as a run does in a working tree with the files that the reviewer saw. */
export async function attempt(posted: PostedComment, ground: Ground, signal: AbortSignal): Promise<Attempt> {
	const pullRequest = pullRequestWith(posted);
	const snapshot = snapshotOf(ground);
	const read = readPullRequest(pullRequest).findings;
	const findings = drawUpAll(read, snapshot);
	const proposals = propose(findings, snapshot);
	const structured = await openStructures(proposals, snapshot);
	// A part of a file need not parse, so its syntax is not checked.
	const isWhole = [...ground.values()].every(({isReal}) => isReal);
	const readToday = async (path: string) => snapshot.files.get(path) ?? null;
	const answers = noAnswers;
	const placed = {pullRequest, findings, snapshot, proposals, decisions: [], answers, ...structured};
	const analysis = {...placed, repository: noRepository, readToday};
	const plan = isWhole ? (await planOf(analysis, policy, signal)).plan : decide(proposals, policy);
	const report = makeReport({...initialState, pullRequest, findings, plan}, () => snapshot, 'dry-run');
	return {findings: read, plan, report};
}

/** Files are given here. */
const noRepository: Worktree = {
	root: '/',
	gitDir: '/.git',
	commonDir: '/.git',
	records: '/.git/pr-resolve',
	branch: null,
	head: null,
	remotes: [],
	upstream: null,
	isShallow: false,
};

function snapshotOf(ground: Ground): Snapshot {
	const linesAt = (path: string) => ground.get(path)?.text.lines ?? null;
	return {
		files: new Map(ground),
		today: worktree,
		leftOut: new Set(),
		pathOf: path => (ground.has(path) ? path : null),
		versionsOf: path => ({
			at: commit => (commit === reviewed || commit === worktree ? linesAt(path) : null),
			head: linesAt(path),
		}),
	};
}
