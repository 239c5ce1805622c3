import type {Ruling} from '../../resolve/decide.ts';
import {holdAnswered} from '../../resolve/hold-answered.ts';
import {countIn} from '../../run/apply.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {fold} from '../../run/state.ts';
import {committableRuns, type LeftOut} from '../../worktree/commit/gather.ts';
import {pendingEdits} from '../../worktree/commit/pending.ts';
import {openJournal} from '../../worktree/journal.ts';
import {gitOf} from '../../worktree/repository.ts';
import {commit} from '../commit/commit.ts';
import type {DeliverySite, OwnWritten, Written, WrittenDelivery} from '../delivery.ts';
import type {CommitRequest} from '../request.ts';
import {skipSteps} from '../run-steps.ts';
import {unitsOf} from '../verify/command-runs.ts';
import {leaveInFiles, writtenRulings} from '../verify/try-written.ts';
import {mayTryOut, verifyWritten} from '../verify/verify.ts';
import {verifyStanding} from '../verify/verify-standing.ts';
import {type HeldEdit, heldAmong, threadsOf, withoutHeld} from './answers-since.ts';

/**
 * Takes changes of the run out of its files again that people have answered since they were planned. What is verified is
 * verified once more without them. Returns what the commit works on, with what it has to leave out in the files; null if
 * nothing may be committed.
 * @throws {Failure} of the host; as `verify`
 */
export async function* takeOutAnswered(
	delivery: WrittenDelivery,
	context: Context,
): AsyncGenerator<RunEvent, {delivery: WrittenDelivery; held: HeldEdit[]} | null> {
	let now = delivery;
	for (;;) {
		const held = await heldFromCommit(now, context);
		const {runId} = now;
		const own = held.filter(({run}) => run === runId);
		if (runId === null || own.length === 0) return {delivery: now, held};
		const before = {...now, runId};
		const without = await planWithout(own, before, context);
		if (!without) return {delivery: now, held};
		const next = yield* leave(without, before, context);
		if (next === 'changed') return {delivery: now, held};
		if (next === 'not-verified') return null;
		now = next;
	}
}

/** The plan without what is held back, and what of it stays; null if the files cannot be told apart from the user's edits. */
async function planWithout(
	held: readonly HeldEdit[],
	{runId, repository, written}: OwnWritten,
	context: Context,
): Promise<{written: Written; rest: Ruling[]} | null> {
	const run = await openJournal(repository.records, context).read(runId);
	if (!(await mayTryOut(run, repository))) return null;
	const reasons = new Map(held.flatMap(({edit, reason}) => edit.changes.map(change => [change, reason] as const)));
	const {units} = unitsOf(writtenRulings(written));
	const rest: Ruling[] = [];
	const out = new Map<Ruling, string>();
	for (const unit of units) {
		const reason = unit.flatMap(({proposal}) => reasons.get(proposal.change.id) ?? [])[0];
		if (reason === undefined) rest.push(...unit);
		else for (const ruling of unit) out.set(ruling, reason);
	}
	const plan = holdAnswered(written.plan, out);
	const files = written.files.map(file =>
		file.refused === null ? {...file, applied: countIn(plan, file.path)} : file,
	);
	return out.size > 0 ? {written: {...written, plan, files}, rest} : null;
}

async function* leave(
	{written, rest}: {written: Written; rest: readonly Ruling[]},
	before: OwnWritten,
	context: Context,
): AsyncGenerator<RunEvent, WrittenDelivery | 'changed' | 'not-verified'> {
	const {runId: id, request} = before;
	const {verify: asked} = request;
	const now = {...before, runId: rest.length > 0 ? id : null, written};
	if (!asked || now.runId === null) {
		const {plan, files} = written;
		const event = {type: 'taken-out', plan, runId: now.runId, files} as const;
		const all = {rulings: writtenRulings(before.written), state: before.state()};
		const some = {rulings: rest, state: fold(before.state(), event)};
		if (!(await leaveInFiles({...now, runId: id}, some, all, context))) return 'changed';
		yield event;
		if (now.runId === null) await skipSteps(now.repository, id, 'people have answered all of it', context);
	}
	if (!asked) return now;
	const {runId} = now;
	const left = yield* runId === null
		? verifyStanding(now, asked, context)
		: verifyWritten({...now, runId}, asked, context);
	return left ? {...now, written: left} : 'not-verified';
}

/** What runs of this working tree wrote, the next commit would have, and people have answered since. @throws {Failure} */
async function heldFromCommit(site: DeliverySite, context: Context): Promise<HeldEdit[]> {
	const {repository, target, runId} = site;
	const journal = openJournal(repository.records, context);
	const written = (await committableRuns(journal)).flatMap(({edits}) => edits);
	if (target === null || threadsOf(written).length === 0) return [];
	const git = gitOf(repository, {...context, offline: true});
	const {candidates, blocked} = await pendingEdits(git, repository.root, journal, runId);
	const sources = [...candidates, ...blocked].map(({source}) => source);
	return heldAmong(sources, site, context);
}

/** Commits what nobody has answered since it was planned. Returns whether the next step may follow. @throws {Failure} */
export async function* commitUnanswered(
	delivery: Parameters<typeof commit>[0],
	request: CommitRequest,
	context: Context,
	leftOut: LeftOut = () => null,
): AsyncGenerator<RunEvent, boolean> {
	const isHeld = withoutHeld(await heldFromCommit(delivery, context));
	return yield* commit(delivery, request, context, candidate => leftOut(candidate) ?? isHeld(candidate));
}
