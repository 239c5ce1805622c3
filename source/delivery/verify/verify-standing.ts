import {withoutSecrets} from '../../llm/mask/mask.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {withEvents} from '../../run/generators.ts';
import {targetOf} from '../../run/records/journal.ts';
import {type Pending, pendingEdits} from '../../worktree/commit/pending.ts';
import {openJournal} from '../../worktree/journal.ts';
import {isPushed} from '../../worktree/publication.ts';
import {commitsAhead} from '../../worktree/push/own-commits.ts';
import {gitOf} from '../../worktree/repository.ts';
import {nameRuns} from '../../worktree/run-id.ts';
import {inStandingTree} from '../../worktree/verify/trial-tree.ts';
import type {Delivery, WrittenDelivery} from '../delivery.ts';
import {undoCommand} from '../publish/report-publication.ts';
import type {DeliveryRequest, VerifyRequest} from '../request.ts';
import {skipSteps} from '../run-steps.ts';
import {besideChanges, warnOfOthersChanged} from './beside-changes.ts';
import {openCommandRuns} from './command-runs.ts';
import {concludeTrials, runTrials} from './run-trials.ts';
import {continued, hasPassed, notRun, unverifiedSteps, type Verification} from './verification.ts';

/**
 * Runs the user's command on the files as they are, and reverts nothing: on those of the run, if it wrote any, and of earlier
 * runs whose changes the next steps would commit or push. Returns what was written if they may, else null.
 * @throws {Failure} `locked`, `journal-damaged`, `git-failed`; the signal's reason
 */
export async function* verifyStanding(
	delivery: WrittenDelivery,
	request: VerifyRequest,
	context: Context,
): AsyncGenerator<RunEvent, WrittenDelivery['written'] | null> {
	const {repository, runId, written, state} = delivery;
	const {plan, files, before} = written;
	const {verification: earlier} = state();
	const command = await withoutSecrets(request.command);
	const told = {type: 'verified', plan, runId, files} as const;
	const {runs, paths} = await leavingNext(delivery, context);
	if (runs.length === 0) {
		yield {...told, verification: continued(earlier, notRun(command))};
		return written;
	}
	const work = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const commandRuns = await openCommandRuns(request, delivery, emit, {...context, signal});
		const end = await inStandingTree({...targetOf(repository, context), paths}, tree => {
			const nothing = () => ({contents: new Map(), summary: async () => ({})});
			return runTrials({units: [], suspects: 0}, tree, nothing, trial => commandRuns.make(trial, tree.logOf), signal);
		});
		return {end, made: commandRuns.made()};
	};
	const {end, made} = yield* withEvents(work, context.signal);
	if (end.conclusion.state === 'interrupted') {
		if (runId !== null) await skipSteps(repository, runId, unverifiedSteps, context);
		throw end.conclusion.cause;
	}
	const named = nameRuns(runs);
	const concluded = await concludeTrials(end, request, named);
	const verification = continued(earlier, {
		command,
		...concluded,
		...made,
		...(await besideChanges(repository, {before, runId, written: paths}, context)),
	});
	yield {...told, verification};
	for (const warning of warnOfOthersChanged(delivery.request, verification)) yield {type: 'warning', warning};
	const isGood = hasPassed(verification);
	if (runId !== null)
		await (isGood ? recordPass(runId, delivery, context) : skipSteps(repository, runId, unverifiedSteps, context));
	if (!isGood) yield* tellSkipped(delivery, runs, verification, context);
	return isGood ? written : null;
}

/** `apply --continue` needs no verification any more. */
async function recordPass(id: string, {repository, request}: Delivery, context: Context): Promise<void> {
	const journal = openJournal(repository.records, context);
	const {details} = await journal.read(id);
	await journal.revise(id, {details: {...details, closing: {...request, verify: null}, isVerified: true}});
}

/** What the run wrote, and what the next steps would commit or push of earlier ones. */
async function leavingNext(
	{runId, written, request, repository, state}: WrittenDelivery,
	context: Context,
): Promise<Pick<Pending, 'runs' | 'paths'>> {
	const git = gitOf(repository, {...context, offline: true});
	const journal = openJournal(repository.records, context);
	const pending = request.commit ? await pendingEdits(git, repository.root, journal) : {runs: [], paths: []};
	const head = state().pullRequest?.headRefOid ?? null;
	const ahead = request.push && head !== null ? await commitsAhead(git, head, await journal.listReadable()) : null;
	const pushed = ahead?.kind === 'ahead' ? ahead.runs : [];
	const own = written.files.flatMap(({path, refused}) => (refused === null ? [path] : []));
	return {
		runs: [...new Set([...(runId === null ? [] : [runId]), ...pending.runs, ...pushed])],
		paths: [...new Set([...(runId === null ? [] : own), ...pending.paths])],
	};
}

/**
 * Tells which steps are not taken after a verification without a pass; nothing if none was asked for.
 * @param standing the runs whose changes stand and have not passed
 * @param verification what has kept them from passing
 */
export async function* tellSkipped(
	{request, repository}: Pick<Delivery, 'request' | 'repository'>,
	standing: readonly string[],
	{changedFiles}: Pick<Verification, 'changedFiles'>,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const skipped = namesOfNext(request);
	if (skipped.length === 0) return;
	const journal = openJournal(repository.records, context);
	const runs = await Promise.all(standing.map(id => journal.read(id)));
	const why = runs.length === 0 ? 'nothing passed' : `what ${nameRuns(standing)} wrote has not passed`;
	const undo = runs.map(run => undoCommand(run.id, isPushed(run))).join(' && ');
	const first = changedFiles.length > 0 ? 'Leave the files alone while it runs' : 'Fix it';
	yield {
		type: 'delivery-stopped',
		stop: {
			step: 'verify',
			code: 'not-verified',
			message: `Nothing was ${skipped.join(' or ')}, because ${why}.`,
			remedy: undo === '' ? '' : `${first} and run the same command again, or run: ${undo}`,
			ending: 'needsPerson',
		},
	};
}

const namesOfNext = ({commit, push, publish}: DeliveryRequest): string[] => [
	...(commit ? ['committed'] : []),
	...(push ? ['pushed'] : []),
	...(publish && !push ? ['written to the pull request'] : []),
];
