import {maskSecrets} from '../../llm/mask/mask.ts';
import type {Plan, Ruling} from '../../resolve/decide.ts';
import {openGit} from '../../worktree/git.ts';
import {openJournal} from '../../worktree/journal.ts';
import {isOpenStep} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';
import {commandEnvironment} from '../../worktree/verify/environment.ts';
import {readTreeState} from '../../worktree/verify/tree-state.ts';
import {inTrialTree} from '../../worktree/verify/trial-tree.ts';
import {countIn, planEdits, summaryOf} from '../apply.ts';
import {withEvents} from '../channel.ts';
import type {Context} from '../context.ts';
import type {ClosingStop, RunEvent} from '../events.ts';
import {targetOf} from '../journal.ts';
import type {Closing, Written} from './closing.ts';
import {openCommandRuns} from './command-runs.ts';
import {concludeTrials} from './conclude-trials.ts';
import type {VerifyRequest} from './request.ts';
import {type Part, runTrials} from './run-trials.ts';
import {type Unit, unitsOf} from './units.ts';
import {breaks, hasPassed, unverified} from './verification.ts';

/**
 * Runs the user's command on what a run has written, and takes out what breaks it. The journal knows every content that is
 * written meanwhile, so that a crash leaves a run that can be undone, or finished with the last changes that passed.
 * Returns whether what stands has passed.
 *
 * @throws {Failure} `locked`, `journal-unwritable`; the signal's reason, once the files hold the last changes that passed
 */
export async function* verify(
	closing: Closing,
	request: VerifyRequest,
	context: Context,
): AsyncGenerator<RunEvent, boolean> {
	const {runId, analysis, written} = closing;
	if (runId === null) return true;
	if (analysis === null || written === null) {
		await skipSteps(closing.repository, runId, context);
		yield {type: 'closing-stopped', stop: neverVerified};
		return false;
	}
	const {plan, files, before} = written;
	const {root} = closing.repository;
	const rulings = writtenRulings(written);
	// What `apply --continue` finds after a crash: only what has passed needs no verification any more.
	const requestOf = (hasPassed: boolean) => (hasPassed ? {...closing.request, verify: null} : closing.request);
	const partOf = (units: readonly Unit[], hasPassed: boolean): Part => {
		const part = {...plan, rulings: units.flat()};
		return {
			contents: new Map(planEdits(analysis, part).map(({path, after}) => [path, after])),
			summary: summaryOf(analysis, part, requestOf(hasPassed)),
		};
	};
	const [command] = (await maskSecrets([request.command])).texts;

	const work = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const env = commandEnvironment(context.env, request.env);
		const runs = openCommandRuns(request, {cwd: root, env, signal, shown: command!}, emit);
		const target = {...targetOf(closing.repository, context), id: runId, empty: partOf([], false).summary};
		const end = await inTrialTree(target, tree =>
			runTrials(unitsOf(rulings), tree, partOf, trial => runs.make(trial, tree.logOf), signal),
		);
		return {end, ...runs.made()};
	};
	const {end, runs, confirming, ms} = yield* withEvents(work, context.signal);
	const concluded = await concludeTrials(end, request);
	const isGood = hasPassed(concluded);
	const isCut = end.conclusion.state === 'interrupted';
	if (!isGood && !(isCut && end.kept.length > 0)) await skipSteps(closing.repository, runId, context);
	if (end.conclusion.state === 'interrupted') throw end.conclusion.cause;

	const {untracked} = await readTreeState(openGit({...context, cwd: root, offline: true}));
	const standing = new Set(end.kept.flat());
	const left = withoutFallen(plan, new Set(rulings).difference(standing), {
		outcome: 'failed',
		reason: concluded.state === 'stopped' ? unverified : breaks(command!),
	});
	yield {
		type: 'verified',
		verification: {
			command: command!,
			...concluded,
			runs,
			confirming,
			seconds: Math.round(ms / 1000),
			tree: (before?.changed.length ?? 0) === 0 ? 'clean' : 'with other uncommitted edits',
			newFiles: untracked.filter(path => !before?.untracked.includes(path)),
		},
		plan: left,
		runId: standing.size > 0 ? runId : null,
		files: files.map(file => (file.refused === null ? {...file, applied: countIn(left, file.path)} : file)),
	};
	return isGood && standing.size > 0;
}

/** A run that ended before its verification did: only a person can know what it has written. */
const neverVerified: ClosingStop = {
	step: 'verify',
	code: 'not-verified',
	message: 'The run was interrupted before its changes were verified, so the steps after that were skipped.',
	remedy: 'Check the changes, then run: pr-resolve apply --commit',
	ending: 'needsPerson',
};

/** The changes in files that were really written. */
function writtenRulings({plan, files}: Written): Ruling[] {
	const paths = new Set(files.filter(({refused}) => refused === null).map(({path}) => path));
	return plan.rulings.filter(({outcome, proposal}) => outcome === 'apply' && paths.has(proposal.path));
}

const withoutFallen = (plan: Plan, fallen: ReadonlySet<Ruling>, verdict: Pick<Ruling, 'outcome' | 'reason'>): Plan => ({
	...plan,
	rulings: plan.rulings.map(ruling => (fallen.has(ruling) ? {...ruling, ...verdict} : ruling)),
});

/** Nothing leaves the working tree without a pass, and `apply --continue` must not take a step either. */
async function skipSteps({gitDir}: Repository, runId: string, context: Context): Promise<void> {
	const journal = openJournal(gitDir, context);
	const {publication} = await journal.read(runId);
	for (const step of publication.filter(isOpenStep)) {
		await journal.recordStep(runId, {...step, state: 'skipped', reason: 'the verification did not pass'});
	}
}
