import {nothingAsked} from '../../delivery/request.ts';
import type {PublishRequest} from '../../delivery/steps/table.ts';
import {Failure} from '../../failure.ts';
import {applyBrakes, withoutLeft} from '../../resolve/brakes/apply-brakes.ts';
import {reportRounds} from '../../resolve/brakes/rounds-report.ts';
import {busyReviewers} from '../../resolve/brakes/waiting.ts';
import {newestComment} from '../../review/comment.ts';
import {hasTree, type Repository} from '../../worktree/repository.ts';
import {openSyntaxChecker} from '../../worktree/syntax/checker.ts';
import type {Analysis} from '../analyze.ts';
import type {Context} from '../context.ts';
import {holdsOf} from '../decisions/answers.ts';
import {refuseNobodyLeft} from '../plan/filters.ts';
import {argumentsFor} from '../pull-request/name.ts';
import type {EndedRun} from '../report/report.ts';
import {finishRound, type Hold, type RoundRead, readRound} from '../round/round.ts';
import type {RoundRequest, RoundSite} from '../round/round-site.ts';
import {makeDriver} from '../state.ts';
import {type CutSite, leftByCut, withCutReported} from './cut-round.ts';
import {type NextStep, nextStep, type WatchLook} from './next-step.ts';
import type {FactsFound} from './watch-facts.ts';
import {conclude, endsWatch, isDryRun, standingOf, type WatchStanding} from './watch-outcome.ts';
import {concluded, type WatchConclusion} from './watch-report.ts';
import {endRound, isLagging, type LookEnd, lookAt, over, tellEnd, type Watching} from './watching.ts';

/** Reads the pull request, and takes a round if no brake keeps it from that. @throws {Failure}; the signal's reason */
export async function takeLook(watching: Watching, context: Context): Promise<LookEnd> {
	const {request, questions, emit, asker, facts, rounds} = watching;
	const {round, limits, deadline} = request;
	const {signal, parsers} = context;
	const checker = openSyntaxChecker({signal, parsers});
	const driver = makeDriver(event => emit({type: 'run', event}));
	try {
		const site = {repository: await openOnBranch(watching), checker, driver, questions, asker};
		// What the host makes longer is waited for between looks: the next one reads everything as it is then.
		const brief = limits.isOnce ? context : {...context, hostPatience: {requiredMs: 60_000, deadline}};
		const opened = await readRound(round, site, brief);
		const {ground} = opened.read;
		const {state} = ground.pullRequest;
		if (state === 'closed' || state === 'merged') return over(concluded('closed', `the pull request is ${state}`));
		if (isLagging(watching, ground.pullRequest.headRefOid)) {
			const until = Math.min(context.now() + limits.everyMs, deadline.at());
			return lookAt(until, 'GitHub does not show the last push yet');
		}
		if (watching.rounds.length === 0) refuseNobodyLeft(ground.findings, round.request.filters);
		const {repository} = ground;
		const holdOn = holdsOf(ground.answers, round.policy, opened.read.decisions);
		const {reconsider = null} = round.request;
		const known = {reviewers: driver.state().reviewers, holdOn, reconsider};
		const found = await facts.gather(ground, known, repository, brief);
		const publish = round.action === 'write' ? (round.delivery?.publish ?? null) : null;
		const unfinished = publish && !watching.ending ? leftByCut(found, publish, watching.retried) : [];
		let {snapshot}: Pick<Analysis, 'snapshot'> = ground;
		const cut = {driver, asker, round, snapshotOf: () => snapshot, after: Math.max(1, found.facts.rounds.length)};
		if (publish && unfinished.length > 0) {
			const read = () => readStanding(watching, opened, publish, site, async () => new Map(), context);
			return await answerLeft(read, unfinished, watching, cut, context);
		}
		const {halt, left} = applyBrakes(found.facts);
		emit({type: 'looked', head: found.facts.head, reviewers: found.facts.reviewers});
		tellPushedAway(watching, found);
		driver.tell({type: 'facts', facts: {rounds: reportRounds(found.facts, halt)}});
		const look: WatchLook = {
			now: context.now(),
			head: found.facts.head,
			halt,
			busy: busyReviewers(found.facts),
			lastActivity: Math.max(newestComment(ground.pullRequest) ?? 0, watching.lastPush ?? 0),
		};
		const step = nextStep(look, limits, deadline.at());
		if (watching.ending) return over(conclude(watching.ending, {isDryRun: isDryRun(round)}));
		if (step.kind === 'wait') return step;
		const findings = withoutLeft(ground.findings, left);
		const admitted = {...opened, read: {...opened.read, ground: {...ground, findings}}};
		const hold = async (analysis: Analysis<Repository>) => {
			snapshot = analysis.snapshot;
			return applyBrakes(await facts.withChanges(found, analysis, repository, context)).held;
		};
		const answers = step.kind === 'settle' ? publish : null;
		if (step.kind !== 'round') {
			const read = () => readStanding(watching, admitted, answers, site, hold, context);
			const standing = await withAnswersTold(read, watching, cut, context);
			if (rounds.length === 0) rounds.push(standing.report);
			return over(concludeWithoutRound(step, standing, {ground, halt, round}));
		}
		const number = found.facts.rounds.length + 1;
		emit({type: 'round', number, of: limits.maxRounds});
		const onCut = (ended: EndedRun) => tellEnd(watching, number, ended);
		const take = () => finishRound(admitted, round, site, context, hold);
		const taken = await withCutReported(take, {...cut, onCut}, context);
		const standing = standingOf(driver.state(), taken, round);
		const ended = {number, standing, state: driver.state(), found, look};
		return await endRound(watching, ended, context);
	} finally {
		checker.close();
	}
}

function concludeWithoutRound(
	step: Extract<NextStep, {kind: 'settle' | 'stop'}>,
	standing: WatchStanding,
	{ground, halt, round}: Pick<RoundRead['read'], 'ground'> & Pick<WatchLook, 'halt'> & {round: RoundRequest},
): WatchConclusion {
	if (step.kind === 'stop') {
		const {reason, remedy, brake} = step.halt;
		return concluded('stopped', reason, {remedy, stoppedBy: brake});
	}
	const push = hasTree(ground.repository) ? '' : ' --push';
	const again = `pr-resolve apply ${argumentsFor(ground.pullRequest, ground.repository)}${push}`;
	const remedy = `To apply what is planned, run: ${again}`;
	const noRound = halt?.brake === 'same-head' ? {reason: halt.reason, remedy} : null;
	return conclude(standing, {doubt: step.doubt, isDryRun: isDryRun(round), noRound});
}

/** Tells each commit that a force-push removed once. */
function tellPushedAway({pushedAway: told, emit, isRepeated}: Watching, {pushedAway}: FactsFound): void {
	const commits = pushedAway.filter(oid => !told.includes(oid));
	// Right after a push, the host may show the head from before it.
	if (isRepeated || commits.length === 0) return;
	told.push(...commits);
	emit({type: 'pushed-away', commits});
}

/** @throws {Failure} needsPerson `branch-switched`: the branch may belong to another pull request, or to none */
async function openOnBranch(watching: Watching): Promise<Repository> {
	const repository = await watching.request.open();
	watching.first ??= repository;
	const [was, is] = [watching.first.branch, repository.branch];
	if (was === is) return repository;
	const [from, to] = [was, is].map(branch => branch ?? 'a detached HEAD');
	const message = `You switched from ${from} to ${to}, so nothing more was done.`;
	throw new Failure('needsPerson', 'branch-switched', message, was === null ? '' : `Run: git switch ${was}`);
}

/** `after`: number of the last round that has pushed. */
type ToldSite = Omit<CutSite, 'onCut'> & {after: number};

/** Answers the threads that a round has left, before any brake is asked, and looks again. */
async function answerLeft(
	read: () => Promise<WatchStanding>,
	left: readonly string[],
	watching: Watching,
	site: ToldSite,
	context: Context,
): Promise<LookEnd> {
	const standing = await withAnswersTold(read, watching, site, context);
	for (const place of left) watching.retried.add(place);
	return endsWatch(standing) ? over(conclude(standing)) : lookAt(context.now(), 'threads were answered');
}

/** Reads how things stand. If threads were answered for that, it is told once, as what came after a round. */
async function withAnswersTold(
	read: () => Promise<WatchStanding>,
	watching: Watching,
	{after, ...cut}: ToldSite,
	context: Context,
): Promise<WatchStanding> {
	const {maxRounds} = watching.request.limits;
	const tell = ({report, state}: EndedRun) => {
		const told = {...report, rounds: {number: after, limit: maxRounds, stoppedBy: null, selfMade: 0}};
		watching.emit({type: 'round', number: after, of: maxRounds, isAnswer: true});
		tellEnd(watching, after, {report: told, state});
	};
	const standing = await withCutReported(read, {...cut, onCut: tell}, context);
	const state = cut.driver.state();
	if (state.recorded !== null) tell({report: standing.report, state});
	return standing;
}

/**
 * How things stand without a round: no model is asked, and no file is written. It is in the report if no round is.
 * @param answers what threads are told of the head: a round that was interrupted may have left some unanswered; null for nothing
 */
async function readStanding(
	{request: {round}, last}: Watching,
	admitted: RoundRead,
	answers: PublishRequest | null,
	site: RoundSite,
	hold: Hold,
	context: Context,
): Promise<WatchStanding> {
	const {driver} = site;
	const delivery = answers && {...nothingAsked, publish: answers};
	const steps = delivery && admitted.steps && {...admitted.steps, request: delivery};
	const shown: RoundRequest = {
		...round,
		action: answers ? 'answer' : 'show',
		delivery,
		modelOff: null,
		request: {...round.request, model: null},
	};
	const taken = await finishRound({...admitted, steps}, shown, site, context, hold);
	const standing = standingOf(driver.state(), taken, round);
	// What could not be done outward is not in the findings.
	const earlier = (last?.stops ?? []).filter(({step}) => answers === null || step !== 'publish');
	return {...standing, stops: [...earlier, ...standing.stops]};
}
