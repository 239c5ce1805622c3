import type {Proposal} from '../../../resolve/proposal.ts';
import type {PullRequest} from '../../../review/comment.ts';
import type {Journal} from '../../../worktree/journal.ts';
import {underLock} from '../../../worktree/transaction.ts';
import {withEvents} from '../../channel.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {targetOf} from '../../journal.ts';
import {nameOf} from '../../pull-request-name.ts';
import type {Closing} from '../closing.ts';
import {nothingAsked, type PublishRequest} from '../request.ts';
import {takeSteps} from './carry-out.ts';
import type {HostStep} from './host-steps.ts';
import {type PreparedWrites, planWrites, readThreads} from './prepare-writes.ts';
import {lackingPermission} from './publish-obstacle.ts';
import {stepOf} from './publish-steps.ts';
import {type PlannedWords, publishedBy} from './published.ts';
import {requestReviews, requestStep} from './review-requests.ts';
import {summaryStep} from './summary-step.ts';

/** Says in the threads what is true on the head of the pull request, and resolves what is done. @throws {Failure} */
export const publish = (closing: Closing, request: PublishRequest, context: Context): AsyncGenerator<RunEvent, void> =>
	withPlan(closing, request, context, async (prepared, emit, world) => {
		const nothing = publishedBy(prepared.words, [], prepared.viewer);
		if (plannedSteps(prepared.words, prepared).length === 0 && prepared.peopleFor(nothing).length === 0) {
			emit({type: 'published', published: nothing});
			return;
		}
		await underLock(targetOf(closing.repository, world), async ({owner}, journal) => {
			const run = closing.runId ?? (await beginRun({journal, owner}, prepared.pullRequest, request, world));
			const {publisher, viewer} = prepared;
			const words = prepared.planFor(run);
			const steps = plannedSteps(words, prepared);
			await journal.recordStep(run, ...steps);
			const ended = await takeSteps(steps, {publisher, viewer, emit, signal: world.signal}, {journal, run});
			const published = publishedBy(words, ended.steps, viewer);
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
	withPlan(closing, request, context, async (prepared, emit) => {
		const {words, viewer} = prepared;
		const published = publishedBy(words, plannedSteps(words, prepared), viewer);
		const requested = prepared.peopleFor(published).length > 0 ? 1 : 0;
		const {pending, planned} = published;
		emit({
			type: 'published',
			published: {...published, pending: pending + requested, planned: {...planned, requested}},
		});
	});

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
		const state = closing.state();
		const read = await readThreads({analysis, repository, state}, world, wait => emit({type: 'wait', ...wait}));
		if ('obstacle' in read) {
			emit({type: 'closing-stopped', stop: read.obstacle});
			return;
		}
		const prepared = planWrites(read, request, {state, leaving: plannedProposals(closing), run: closing.runId ?? ''});
		const denied = prepared.words.threads.find(({acts}) => acts.left?.kind === 'denied')?.acts.left;
		if (denied) emit({type: 'closing-stopped', stop: lackingPermission(denied.reason)});
		await work(prepared, emit, world);
	};
	yield* withEvents(run, context.signal);
}

/** What a commit of the run will put on the head, before there is one. */
function plannedProposals({request, state}: Closing): ReadonlySet<Proposal> {
	const {plan, written} = state();
	if (request.push === null || written !== null) return new Set();
	return new Set(plan?.rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? [proposal] : [])));
}

/** The summary comes last. */
const plannedSteps = ({threads, summary}: PlannedWords, {viewer, standing}: PreparedWrites): HostStep[] => [
	...threads.flatMap(thread => thread.acts.acts.map(act => stepOf(act, thread, viewer))),
	...(summary?.planned ? [summaryStep(summary.planned, standing.id)] : []),
];

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
