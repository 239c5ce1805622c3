import type {Publisher, Standing} from '../../../code-host/publisher.ts';
import {maskSecrets} from '../../../llm/mask/mask.ts';
import type {Decision} from '../../../resolve/decision.ts';
import type {Verified} from '../../../review/closing/fate.ts';
import {actsIn, type ThreadNow, type Wishes} from '../../../review/closing/thread-acts.ts';
import type {PullRequest} from '../../../review/comment.ts';
import {openGit} from '../../../worktree/git.ts';
import {openHistory} from '../../../worktree/history.ts';
import {type Journal, openJournal} from '../../../worktree/journal.ts';
import type {Repository} from '../../../worktree/repository.ts';
import {underLock} from '../../../worktree/transaction.ts';
import type {Analysis} from '../../analyze.ts';
import {withEvents} from '../../channel.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {targetOf} from '../../journal.ts';
import {nameOf} from '../../pull-request-name.ts';
import type {RunState} from '../../state.ts';
import type {Closing} from '../closing.ts';
import {nothingAsked, type PublishRequest} from '../request.ts';
import {hasPassed} from '../verify/verification.ts';
import {takeSteps} from './carry-out.ts';
import {fateFindings} from './fates.ts';
import {compareWithHead, type OnHead} from './on-head.ts';
import {openPublishing} from './open-publishing.ts';
import {planThreads} from './plan-threads.ts';
import {lackingPermission, publishObstacle} from './publish-obstacle.ts';
import {stepOf} from './publish-steps.ts';
import {type PlannedThread, type Publication, publishedBy} from './published.ts';
import {requestReviews, requestStep, reviewersToRequest} from './review-requests.ts';

/** Says in the threads what is true on the head of the pull request, and resolves what is done. @throws {Failure} */
export const publish = (closing: Closing, request: PublishRequest, context: Context): AsyncGenerator<RunEvent, void> =>
	withPlan(closing, request, context, async (prepared, emit, world) => {
		const nothing = publishedBy(prepared.threads, [], prepared.viewer);
		const hasActs = prepared.threads.some(({acts}) => acts.acts.length > 0);
		if (!hasActs && prepared.peopleFor(nothing).length === 0) {
			emit({type: 'published', published: nothing});
			return;
		}
		await underLock(targetOf(closing.repository, world), async ({owner}, journal) => {
			const run = closing.runId ?? (await beginRun({journal, owner}, prepared.pullRequest, request, world));
			const {publisher, viewer} = prepared;
			const threads = prepared.planFor(run);
			const steps = plannedSteps(threads, viewer);
			await journal.recordStep(run, ...steps);
			const ended = await takeSteps(steps, {
				...{publisher, journal, run, viewer, signal: world.signal},
				onWrite: (done, of) => emit({type: 'publishing', done, of, leftMs: publisher.estimateMs(of - done)}),
			});
			const published = publishedBy(threads, ended.steps, viewer);
			const people = ended.stops.length === 0 ? prepared.peopleFor(published) : [];
			const step = people.length > 0 ? requestStep(prepared.standing.id, people) : null;
			const refused = step && (await requestReviews(step, {publisher, journal, run}));
			emit({type: 'published', published: {...published, requested: refused ? 0 : people.length}});
			for (const stop of [...ended.stops, ...(refused ? [refused] : [])]) emit({type: 'closing-stopped', stop});
		});
	});

/** Shows what would be published, and writes nothing. @throws {Failure} */
export const previewPublication = (
	closing: Closing,
	request: PublishRequest,
	context: Context,
): AsyncGenerator<RunEvent, void> =>
	withPlan(closing, request, context, async ({threads, viewer, peopleFor}, emit) => {
		const published = publishedBy(threads, plannedSteps(threads, viewer), viewer);
		const requested = peopleFor(published).length > 0 ? 1 : 0;
		const {pending, planned} = published;
		emit({
			type: 'published',
			published: {...published, pending: pending + requested, planned: {...planned, requested}},
		});
	});

/** What is to be written, with what writes it. */
type PreparedWrites = {
	publisher: Publisher;
	pullRequest: PullRequest;
	standing: Standing;
	/** Login of the token's account. */
	viewer: string;
	threads: readonly PlannedThread[];
	/** The same for a run with this id. */
	planFor: (run: string) => readonly PlannedThread[];
	/** Node ids of the people to request reviews from; none if that was not asked for. */
	peopleFor: (published: Publication) => string[];
};

/** Does the work unless something is in the way of all of it. */
async function* withPlan(
	closing: Closing,
	request: PublishRequest,
	context: Context,
	work: (prepared: PreparedWrites, emit: (event: RunEvent) => void, context: Context) => Promise<void>,
): AsyncGenerator<RunEvent, void> {
	const {analysis, repository} = closing;
	if (!analysis) return;
	const run = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const world = {...context, signal};
		const {pullRequest} = analysis;
		const {host, owner, repo, number} = pullRequest;
		const target = {host, owner: owner!, repo: repo!, number: number!};
		const publisher = await openPublishing(target, repository, world, wait => emit({type: 'wait', ...wait}));
		const standing = afterPush(await publisher.standing(), closing.state());
		const obstacle = publishObstacle(standing);
		if (obstacle) {
			emit({type: 'closing-stopped', stop: obstacle});
			return;
		}
		const onHead = withPlanned(await readHead(analysis, repository, standing, world), closing);
		const fated = fateFindings(closing.state(), await withoutSecrets(analysis.decisions), onHead);
		const verified = verifiedBy(closing.state(), standing);
		const now = (await publisher.threads()).toSorted(byAge);
		const wishes: Wishes = {...request, resolve: request.resolveThreads};
		const planFor = (id: string) => {
			const plans = planThreads(fated, id, verified);
			return now.flatMap((thread): PlannedThread[] => {
				const plan = plans.get(thread.id);
				return plan ? [{now: thread, plan, acts: actsIn(thread, plan, wishes, standing.viewer)}] : [];
			});
		};
		const threads = planFor(closing.runId ?? '');
		const denied = threads.find(({acts}) => acts.left?.kind === 'denied')?.acts.left;
		if (denied) emit({type: 'closing-stopped', stop: lackingPermission(denied.reason)});
		const peopleFor = (published: Publication) =>
			request.requestReview ? reviewersToRequest(standing, now, published) : [];
		const {viewer} = standing;
		await work({publisher, pullRequest, standing, viewer, threads, planFor, peopleFor}, emit, world);
	};
	yield* withEvents(run, context.signal);
}

/** The host may show a push late. */
function afterPush(standing: Standing, {pushed}: RunState): Standing {
	if (!pushed || standing.head.oid !== pushed.target.before) return standing;
	const {after} = pushed.target;
	return {...standing, head: {...standing.head, oid: after}, commits: [...standing.commits, after]};
}

/** What a commit of the run will put on the head, before there is one. */
function withPlanned(onHead: OnHead, {request, state}: Closing): OnHead {
	const {plan, written} = state();
	if (request.push === null || written !== null) return onHead;
	const planned = new Set(plan?.rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? [proposal] : [])));
	return proposal => {
		if (!planned.has(proposal)) return onHead(proposal);
		const {change, placement} = proposal;
		const moved = placement.kind === 'moved' ? {start: placement.start, end: placement.end} : null;
		const kind = change.from === 'person' ? 'edited' : 'fixed';
		return {kind, commit: '<commit>', moved, model: change.model?.model ?? null};
	};
}

/** The user's command, and whether it passed with exactly what is on the head. */
function verifiedBy({verification, committed}: RunState, {head}: Standing): Verified | null {
	if (!verification) return null;
	const isHead = committed?.commits.at(-1)?.oid === head.oid;
	const {command, tree} = verification;
	return {command, passes: isHead && tree === 'clean' && hasPassed(verification)};
}

const plannedSteps = (threads: readonly PlannedThread[], viewer: string) =>
	threads.flatMap(thread => thread.acts.acts.map(act => stepOf(act, thread, viewer)));

/** A record without files, for what is written to the host. */
async function beginRun(
	{journal, owner}: {journal: Journal; owner: string},
	pullRequest: PullRequest,
	request: PublishRequest,
	context: Context,
): Promise<string> {
	const details = {changes: [], findings: 0, number: pullRequest.number, closing: {...nothingAsked, publish: request}};
	const summary = {pullRequest: nameOf(pullRequest), titles: [], details};
	const place = {now: context.now(), randomId: context.randomId(), owner};
	const id = await journal.begin({...summary, ...place, files: [], refused: []});
	await journal.revise(id, {phase: 'done'});
	return id;
}

async function readHead(
	analysis: Analysis,
	repository: Repository,
	standing: Standing,
	context: Context,
): Promise<OnHead> {
	const git = openGit({...context, cwd: repository.root});
	const history = openHistory(git, repository);
	try {
		const {oid} = standing.head;
		const remotes = repository.remotes.map(({name}) => name);
		if (!(await history.hasCommit(oid))) await history.fetchCommits([oid], remotes);
		const listed = await openJournal(repository.gitDir, context).list();
		const runs = listed.filter(run => run.state !== 'broken');
		return await compareWithHead(analysis, standing, {git, history, runs, signal: context.signal});
	} finally {
		history.close();
	}
}

/** A reason with a secret is not repeated in a thread. */
function withoutSecrets(decisions: readonly Decision[]): Promise<Decision[]> {
	return Promise.all(
		decisions.map(async decision => {
			if (decision.reason === null) return decision;
			const {texts} = await maskSecrets([decision.reason]);
			return texts[0] === decision.reason ? decision : {...decision, reason: null};
		}),
	);
}

/** The oldest first; ids of comments grow. */
function byAge(one: ThreadNow, other: ThreadNow): number {
	const [a, b] = [one, other].map(({comments}) => comments[0]?.id ?? '');
	return a!.length - b!.length || a!.localeCompare(b!);
}
