import {withoutSecrets} from '../../llm/mask/mask.ts';
import type {Proposal} from '../../resolve/proposal.ts';
import type {NamedPullRequest} from '../../run/code-host.ts';
import type {Context} from '../../run/context.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import {type Pending, pendingEdits} from '../../worktree/commit/pending.ts';
import type {HookStep} from '../../worktree/hooks/find-hooks.ts';
import {openJournal} from '../../worktree/journal.ts';
import {gitOf, type Worktree} from '../../worktree/repository.ts';
import {answeredBefore, nameOfAnswered} from '../answered/answered-commits.ts';
import {readyToCommit} from '../commit/commit.ts';
import {messagesFor, withBases} from '../commit/preview-commit.ts';
import type {Delivery} from '../delivery.ts';
import {offerHooks} from '../hooks/checking-hooks.ts';
import {lookBeforePush} from '../push/prepare-push.ts';
import {plainCommit} from '../request.ts';
import {lookUpWriters, outsidersAmong, unknownAuthor} from '../trust.ts';
import {offerThreads} from './offer-threads.ts';
import {
	commitOf,
	type DeliveryOffer,
	type Offered,
	type OfferedCommit,
	type OfferedPush,
	type OfferedVerification,
	onRecording,
	orReason,
	pushOf,
} from './offered.ts';

/** What can follow the writing, looked up first in the clone and then on the host. @throws the signal's reason */
export async function* offerInWorktree(delivery: Delivery, context: Context): AsyncGenerator<DeliveryOffer, void> {
	const {repository, target, runId, state} = delivery;
	const git = gitOf(repository, {...context, offline: true});
	const journal = openJournal(repository.records, context);
	const pending = await pendingEdits(git, repository.root, journal, runId);
	const {unfit, ...hooks} = await offerHooks(delivery, context);
	const runsIn = (step: HookStep) => (hooks[step].length > 0 ? unfit : null);
	const commit = runsIn('commit') ?? (await orReason(() => offerCommit(delivery, pending, context)));
	yield {hooks, commit, verify: null, push: null, threads: null};
	if (target === null) {
		const verify = await offerVerification(delivery, pending, [], 0);
		yield {hooks: {...hooks, strangers: []}, commit, verify, push: onRecording, threads: onRecording};
		return;
	}
	const over = await orReason(async () => ({what: await namesOver(delivery, context)}));
	const ahead = await orReason(async () => ({what: await aheadOf(target, repository, context)}));
	const unpushed = 'what' in ahead ? ahead.what.changes : [];
	const leaving = new Set([...pending.candidates.flatMap(({source}) => source.edit.changes), ...unpushed]);
	const people = await orReason(async () => ({what: await writersBehind(delivery, leaving, context)}));
	const push = runsIn('push') ?? offerPush(ahead, people, over, 'what' in commit);
	const commits = 'what' in ahead ? ahead.what.commits : 0;
	const verify = 'what' in people ? await offerVerification(delivery, pending, people.what.strangers, commits) : people;
	const strangers = 'what' in people ? people.what.strangers : [unknownAuthor];
	const named = 'what' in commit && 'what' in over ? {what: {...commit.what, answered: over.what.commit}} : commit;
	const known = {hooks: {...hooks, strangers}, commit: named, verify, push};
	yield {...known, threads: null};
	const isLeaving = ({change, aliases}: Proposal) => [change.id, ...aliases].some(id => leaving.has(id));
	const proposals = (state().plan?.rulings ?? []).flatMap(({outcome, proposal}) =>
		outcome === 'applied' && isLeaving(proposal) ? [proposal] : [],
	);
	yield {...known, threads: await orReason(() => offerThreads(delivery, new Set(proposals), context))};
}

/** What of earlier runs a commit and a push take although people have answered it. */
async function namesOver(delivery: Delivery, context: Context) {
	const {commit, push} = await answeredBefore(delivery, context);
	return {commit: commit.map(nameOfAnswered), push: push.map(nameOfAnswered)};
}

/** What a push is about: the changes of our commits that the host does not have, and what is in its way. */
async function aheadOf(target: NamedPullRequest, repository: Worktree, context: Context) {
	const {standing, ahead, obstacle} = await lookBeforePush(target, repository, context);
	const oids = new Set(ahead.kind === 'ahead' ? ahead.commits.map(({oid}) => oid) : []);
	const runs = await openJournal(repository.records, context).listReadable();
	const made = runs.flatMap(storedCommitsOf);
	const changes = made.flatMap(commit => (oids.has(commit.oid) ? commit.changes : []));
	return {standing, obstacle, changes, commits: oids.size};
}

/** People without write access: whose code a command would run, and whose changes would be pushed. */
async function writersBehind(
	{analysis, repository, state, request}: Delivery,
	leaving: ReadonlySet<string>,
	context: Context,
) {
	const proposals = (state().plan?.rulings ?? []).map(({proposal}) => proposal);
	const findings = proposals.flatMap(({change, findings: own}) => (leaving.has(change.id) ? own : []));
	const read = {pullRequest: analysis.pullRequest, findings, repository};
	const {outward, strangers} = await lookUpWriters(request, read, true, context);
	return {strangers, outsiders: outsidersAmong(findings, outward)};
}

function offerPush(
	ahead: Offered<Awaited<ReturnType<typeof aheadOf>>>,
	people: Offered<{outsiders: string[]}>,
	over: Offered<{push: string[]}>,
	hasNew: boolean,
): Offered<OfferedPush> {
	if (!('what' in ahead)) return ahead;
	if (!('what' in over)) return over;
	if (!('what' in people)) return people;
	const {outsiders} = people.what;
	const push = pushOf(ahead.what, {isByHost: false, outsiders, answered: over.what.push});
	const isEmpty = 'what' in push && !hasNew && ahead.what.commits === 0;
	return isEmpty ? {reason: 'the pull request has every commit of this branch', remedy: ''} : push;
}

async function offerVerification(
	{request: {verify}, runId}: Delivery,
	{runs}: Pending,
	strangers: string[],
	commits: number,
): Promise<Offered<OfferedVerification>> {
	if (!verify) return {reason: 'no command is set', remedy: 'Pass --verify <command>.'};
	if (!runs.some(run => run === runId) && commits === 0) return {reason: 'nothing left to verify', remedy: ''};
	return {what: {command: await withoutSecrets(verify.command), strangers}};
}

/** What a commit would hold now. @throws {Failure} as `readyToCommit`, `withBases` */
async function offerCommit(
	delivery: Delivery,
	{candidates, left}: Pending,
	context: Context,
): Promise<Offered<OfferedCommit>> {
	const {repository, number, runId: run} = delivery;
	const ready = await readyToCommit(repository, context);
	if (candidates.length === 0) {
		const [first] = left;
		const reason = first ? `${first.path}: ${first.reason}` : 'nothing left to commit';
		return {reason, remedy: ''};
	}
	const {commit} = (await withBases(delivery, context)).request;
	const messages = await messagesFor(candidates, {run, commit: commit ?? plainCommit, number}, ready);
	return {what: commitOf(candidates, ready.committer, {branch: repository.branch, messages})};
}
