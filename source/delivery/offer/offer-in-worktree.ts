import type {Remedy} from '../../failure.ts';
import {withoutSecrets} from '../../llm/mask/mask.ts';
import type {Analysis} from '../../run/analyze.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import type {RunState} from '../../run/state.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import {type Pending, pendingEdits} from '../../worktree/commit/pending.ts';
import {openJournal} from '../../worktree/journal.ts';
import {gitOf, type Worktree} from '../../worktree/repository.ts';
import {answeredBefore, nameOfAnswered} from '../answered/answered-commits.ts';
import type {DeliveryPresets} from '../choices.ts';
import {readyToCommit} from '../commit/commit.ts';
import {messagesFor, withBases} from '../commit/preview-commit.ts';
import type {Delivery} from '../delivery.ts';
import {besideRuns, hooksFor, otherEdits} from '../hooks/checking-hooks.ts';
import {type PublishTarget, targetOfPullRequest} from '../publish/open-publishing.ts';
import {lookBeforePush} from '../push/prepare-push.ts';
import {nothingAsked} from '../request.ts';
import {lookUpWriters, outsidersAmong, unknownAuthor} from '../trust.ts';
import {offerThreads} from './offer-threads.ts';
import {
	type DeliveryOffer,
	type Offered,
	type OfferedCommit,
	type OfferedHooks,
	type OfferedPush,
	type OfferedVerification,
	orReason,
} from './offered.ts';

export type OfferSubject = {
	repository: Worktree;
	analysis: Analysis;
	/** With the plan as it is now, in which what the runs wrote is applied. */
	state: RunState;
	/** Id of the newest run that wrote. */
	run: string;
	presets: DeliveryPresets;
	/** What of earlier runs a person takes although people have answered it. */
	taken: Delivery['taken'] | null;
};

/** Looks up what can follow the writing, first in the clone and then on the host. @throws the signal's reason */
export async function* offerDelivery(subject: OfferSubject, context: Context): AsyncGenerator<RunEvent, void> {
	const {repository, analysis, run, taken} = subject;
	const git = gitOf(repository, {...context, offline: true});
	const journal = openJournal(repository.records, context);
	const pending = await pendingEdits(git, repository.root, journal, run);
	const {unfit, ...hooks} = await offerHooks(subject, context);
	const runsIn = (step: 'commit' | 'push') => (hooks[step].length > 0 ? unfit : null);
	const commit = runsIn('commit') ?? (await orReason(() => offerCommit(subject, pending, context)));
	const local: DeliveryOffer = {hooks, commit, verify: null, push: null, threads: null};
	yield {type: 'delivery-offer', offer: local};
	const target = targetOfPullRequest(analysis.pullRequest);
	if (target === null) {
		const verify = await offerVerification(subject, pending, [], 0);
		const offer = {hooks: {...hooks, strangers: []}, commit, verify, push: onRecording, threads: onRecording};
		yield {type: 'delivery-offer', offer};
		return;
	}
	const over = await orReason(async () => ({what: await namesOver({repository, analysis, target, taken}, context)}));
	const ahead = await orReason(async () => ({what: await aheadOf(target, repository, context)}));
	const unpushed = 'what' in ahead ? ahead.what.changes : [];
	const leaving = new Set([...pending.candidates.flatMap(({source}) => source.edit.changes), ...unpushed]);
	const people = await orReason(async () => ({what: await writersBehind(subject, leaving, context)}));
	const push = runsIn('push') ?? pushOf(ahead, people, over, 'what' in commit);
	const commits = 'what' in ahead ? ahead.what.commits : 0;
	const verify = 'what' in people ? await offerVerification(subject, pending, people.what.strangers, commits) : people;
	const strangers = 'what' in people ? people.what.strangers : [unknownAuthor];
	const named = 'what' in commit && 'what' in over ? {what: {...commit.what, answered: over.what.commit}} : commit;
	const known = {hooks: {...hooks, strangers}, commit: named, verify, push};
	yield {type: 'delivery-offer', offer: {...known, threads: null}};
	const isLeaving = ({change, aliases}: {change: {id: string}; aliases: readonly string[]}) =>
		[change.id, ...aliases].some(id => leaving.has(id));
	const proposals = (subject.state.plan?.rulings ?? []).flatMap(({outcome, proposal}) =>
		outcome === 'applied' && isLeaving(proposal) ? [proposal] : [],
	);
	const threads = await orReason(() =>
		offerThreads({...subject, target, replies: subject.presets.replies, leaving: new Set(proposals)}, context),
	);
	yield {type: 'delivery-offer', offer: {...known, threads}};
}

const onRecording = {reason: 'a recording is not on GitHub', remedy: ''};

/** What of earlier runs a commit and a push take although people have answered it. */
async function namesOver(site: Parameters<typeof answeredBefore>[0], context: Context) {
	const {commit, push} = await answeredBefore(site, context);
	return {commit: commit.map(nameOfAnswered), push: push.map(nameOfAnswered)};
}

/** What a push is about: the changes of our commits that the host does not have, and what is in its way. */
async function aheadOf(target: PublishTarget, repository: Worktree, context: Context) {
	const {standing, ahead, obstacle} = await lookBeforePush(target, repository, context);
	const oids = new Set(ahead.kind === 'ahead' ? ahead.commits.map(({oid}) => oid) : []);
	const runs = await openJournal(repository.records, context).listReadable();
	const made = runs.flatMap(run => storedCommitsOf(run).flatMap(({commits}) => commits));
	const changes = made.flatMap(commit => (oids.has(commit.oid) ? commit.changes : []));
	return {head: standing.head, obstacle, changes, commits: oids.size};
}

/** People without write access: whose code a command would run, and whose changes would be pushed. */
async function writersBehind(
	{analysis, repository, state, presets}: OfferSubject,
	leaving: ReadonlySet<string>,
	context: Context,
) {
	const {pullRequest} = analysis;
	const proposals = (state.plan?.rulings ?? []).map(({proposal}) => proposal);
	const findings = proposals.flatMap(({change, findings: own}) => (leaving.has(change.id) ? own : []));
	const {verify, hooks, commit} = presets;
	const request = {verify, hooks, commit, push: {}, publish: null};
	const read = {pullRequest, findings, repository};
	const {outward, strangers} = await lookUpWriters(request, read, true, context);
	return {strangers, outsiders: outsidersAmong(findings, outward)};
}

function pushOf(
	ahead: Offered<Awaited<ReturnType<typeof aheadOf>>>,
	people: Offered<{outsiders: string[]}>,
	over: Offered<{push: string[]}>,
	hasNew: boolean,
): Offered<OfferedPush> {
	if (!('what' in ahead)) return ahead;
	if (!('what' in over)) return over;
	if (!('what' in people)) return people;
	const {head, obstacle, commits} = ahead.what;
	if (obstacle) return {reason: obstacle.reason, remedy: obstacle.remedy};
	if (!hasNew && commits === 0) return {reason: 'the pull request has every commit of this branch', remedy: ''};
	const {repository, branch, requiresSignoff} = head;
	const {outsiders} = people.what;
	return {
		what: {
			repository,
			branch,
			isByHost: false,
			requiresSignoff: requiresSignoff === true,
			outsiders,
			answered: over.what.push,
		},
	};
}

async function offerVerification(
	{presets: {verify}, run}: OfferSubject,
	{runs}: Pending,
	strangers: string[],
	commits: number,
): Promise<Offered<OfferedVerification>> {
	if (!verify) return {reason: 'no command is set', remedy: 'Pass --verify <command>.'};
	if (!runs.includes(run) && commits === 0) return {reason: 'everything is pushed, or was edited since', remedy: ''};
	return {what: {command: await withoutSecrets(verify.command), strangers}};
}

/** What a commit would hold now. @throws {Failure} as `readyToCommit`, `withBases` */
async function offerCommit(
	{repository, analysis, run, presets}: OfferSubject,
	{candidates, left}: Pending,
	context: Context,
): Promise<Offered<OfferedCommit>> {
	const ready = await readyToCommit(repository, context);
	const edits = candidates.map(({source}) => source.edit);
	if (edits.length === 0) {
		const [first] = left;
		return {
			reason: first ? `${first.path}: ${first.reason}` : 'everything is committed, or was edited since',
			remedy: '',
		};
	}
	const asked = {request: {...nothingAsked, commit: presets.commit}, repository, analysis};
	const {commit} = (await withBases(asked, context)).request;
	const {number} = analysis.pullRequest;
	const {name, email} = ready.committer;
	return {
		what: {
			branch: repository.branch,
			changes: new Set(edits.flatMap(edit => edit.changes)).size,
			files: new Set(edits.map(({path}) => path)).size,
			messages: await messagesFor(candidates, {run, commit, number}, ready),
			committer: `${name} <${email}>`,
			answered: [],
		},
	};
}

/** The hooks that would be run, and why they cannot be; `unfit` is null if they can. @throws {Failure} */
async function offerHooks(
	{repository, run, presets}: OfferSubject,
	context: Context,
): Promise<OfferedHooks & {unfit: {reason: string; remedy: Remedy} | null}> {
	const namesIn = async (step: 'commit' | 'push') =>
		(await hooksFor([step], repository, context)).map(({name}) => name);
	const there = [await namesIn('commit'), await namesIn('push')];
	const areThere = there.flat().length > 0;
	const [commit = [], push = []] = presets.hooks ? there : [];
	const reason = commit.length + push.length > 0 ? otherEdits(await besideRuns(repository, context, run)) : null;
	const unfit = reason === null ? null : {reason, remedy: 'Commit or stash them.'};
	return {commit, push, areThere, strangers: null, unfit};
}
