import {withoutSecrets} from '../../llm/mask/mask.ts';
import {lineClaims} from '../../resolve/claims.ts';
import {findConflictGroups} from '../../resolve/conflict-groups.ts';
import type {Ruling} from '../../resolve/decide.ts';
import {openPartition} from '../../resolve/partition.ts';
import {isPlaced, type Proposal} from '../../resolve/proposal.ts';
import {steersCommands} from '../../resolve/steering-files.ts';
import type {Trial} from '../../resolve/verification.ts';
import type {Finding} from '../../review/finding.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {throttle} from '../../system/throttle.ts';
import {commandEnvironment} from '../../worktree/verify/environment.ts';
import {type CommandEnd, runCommand, verdictOf} from '../../worktree/verify/run-command.ts';
import type {Delivery} from '../delivery.ts';
import type {VerifyRequest} from '../request.ts';
import {heldBackOf} from './verification.ts';

/** How a run of the user's command ended, with what it shows. */
export type JudgedEnd = CommandEnd & {verdict: ReturnType<typeof verdictOf>};

/** What ends all runs: their time, or the user. */
export type EndOfRuns = 'budget' | 'user';

/**
 * Runs the command of a request time and again, within its limits, as a part of the verification that the run has had so far.
 * Tells first what is held back from it.
 */
export async function openCommandRuns(
	request: VerifyRequest,
	{repository, stopVerifying: stop, state}: Pick<Delivery, 'repository' | 'stopVerifying' | 'state'>,
	emit: (event: RunEvent) => void,
	{env: given, sleep, signal: outer}: Pick<Context, 'env' | 'sleep' | 'signal'>,
) {
	const {command, timeoutMs, budgetMs, variables} = request;
	const shown = await withoutSecrets(command);
	const environment = await commandEnvironment(given, variables);
	emit({type: 'facts', facts: {heldBack: heldBackOf(environment, request)}});
	const {env, keptFiles} = environment;
	const before = state().verification ?? {runs: 0, confirming: 0, seconds: 0};
	let {runs, confirming} = before;
	let ms = before.seconds * 1000;
	const signal = stop ? AbortSignal.any([outer, stop]) : outer;
	return {
		/** Runs the command for a trial; or what ended all runs before it did. @throws the signal's reason */
		async make({units, purpose, ahead}: Trial<Unit>, log: (number: number) => string): Promise<JudgedEnd | EndOfRuns> {
			const leftMs = Math.floor(budgetMs - ms);
			if (stop?.aborted) return 'user';
			if (leftMs <= 0) return 'budget';
			runs += 1;
			const isConfirming = purpose === 'again' || purpose === 'confirm';
			if (isConfirming) confirming += 1;
			const show = (elapsedMs: number) => {
				const changes = units.flat().length;
				emit({type: 'verify-run', command: shown, number: runs, of: runs + ahead, changes, purpose, ms: elapsedMs});
			};
			const start = performance.now();
			const output = openLiveOutput(text => emit({type: 'verify-output', text}), {sleep});
			try {
				const limits = {timeoutMs: Math.min(timeoutMs, leftMs), log: log(runs)};
				const world = {cwd: repository.root, env, keptFiles, signal, onOutput: output.follow, ...limits};
				const end = await ticking(show, () => runCommand(command, world));
				ms += end.ms;
				return end.isTimeout && leftMs <= timeoutMs ? 'budget' : {...end, verdict: verdictOf(end)};
			} catch (error) {
				if (!stop?.aborted || outer.aborted) throw error;
				ms += performance.now() - start;
				return 'user';
			} finally {
				await output.end();
			}
		},
		/** So far. */
		made: () => ({runs, confirming, seconds: Math.round(ms / 1000)}),
	};
}

/** How much of the end is shown, in characters. */
const shownLength = 16 * 1024;
/** At most one view in this time. */
const pauseMs = 250;
/** The rest of it may be on its way, and half a secret is none that the mask knows. */
const unfinishedWord = /[\w+/=.-]{4,}$/;

/** Shows the end of a command's output as it grows, without secrets. @param show gets text that is otherwise untrusted */
function openLiveOutput(show: (text: string) => void, world: Pick<Context, 'sleep'>) {
	let tail = () => '';
	let showing: Promise<unknown> = Promise.resolve();
	const view = (isOver: boolean) => {
		showing = showing.then(async () => {
			const text = await withoutSecrets(endOf(tail()));
			show(isOver ? text : text.replace(unfinishedWord, ''));
		});
	};
	const views = throttle(() => view(false), pauseMs, world);
	return {
		/** More was written; `read` gives the end of all of it. */
		follow(read: () => string): void {
			tail = read;
			views.call();
		},
		/** The command has ended: shows the end of its output. */
		async end(): Promise<void> {
			await views.end();
			view(true);
			await showing;
		},
	};
}

/** Whole lines, because the start of a cut one may be the end of a secret. */
function endOf(text: string): string {
	if (text.length <= shownLength) return text;
	const end = text.slice(-shownLength);
	return end.slice(end.indexOf('\n') + 1);
}

/** How often work that goes on is shown. */
const tickMs = 1000;

/** Does some work, and shows from its start how long it has been going on, in milliseconds. */
export async function ticking<Result>(show: (ms: number) => void, work: () => Promise<Result>): Promise<Result> {
	show(0);
	const start = performance.now();
	const timer = setInterval(() => show(performance.now() - start), tickMs);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

/** Changes that are verified together: only all of them, or none, may stay. */
export type Unit = readonly Ruling[];

/** Units in the order in which they are kept; the last `suspects` of them are the likely culprits. */
export type Units = {units: Unit[]; suspects: number};

/**
 * Groups the changes that a run has written: those of one finding stay together, and so do those that several findings share,
 * and those on the same lines, which fit together key by key. Changes by a model, the least sure last, and changes to what the
 * command itself may run come after all others.
 */
export function unitsOf(rulings: readonly Ruling[]): Units {
	const units = groupsOf(rulings);
	const suspicion = (unit: Unit) => Math.max(...unit.map(suspicionOf));
	const trusted = units.filter(unit => suspicion(unit) === 0);
	const suspected = units.filter(unit => suspicion(unit) > 0).sort((a, b) => suspicion(a) - suspicion(b));
	return {units: [...trusted, ...suspected], suspects: suspected.length};
}

/** 0 for none; the higher, the likelier it breaks something. */
function suspicionOf({proposal: {change, path}}: Ruling): number {
	if (steersCommands(path)) return 2;
	return change.from === 'model' ? 2 - change.confidence : 0;
}

function groupsOf(rulings: readonly Ruling[]): Unit[] {
	const {join, groups} = openPartition(rulings);
	const firstOf = new Map<Finding, Ruling>();
	for (const ruling of rulings) {
		for (const finding of ruling.proposal.findings) {
			const first = firstOf.get(finding);
			if (first) join([first, ruling]);
			else firstOf.set(finding, ruling);
		}
	}
	const rulingOf = new Map<Proposal, Ruling>(rulings.map(ruling => [ruling.proposal, ruling]));
	const placed = rulings.map(({proposal}) => proposal).filter(isPlaced);
	for (const woven of findConflictGroups(placed, lineClaims)) {
		join(woven.flatMap(proposal => rulingOf.get(proposal) ?? []));
	}
	return groups();
}
