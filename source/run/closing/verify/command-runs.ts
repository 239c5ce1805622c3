import type {Trial} from '../../../resolve/verification.ts';
import {type CommandEnd, runCommand, verdictOf} from '../../../worktree/verify/run-command.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import type {VerifyRequest} from '../request.ts';
import type {Unit} from './units.ts';
import type {Verification} from './verification.ts';

/** How a run of the user's command ended, with what it shows. */
export type JudgedEnd = CommandEnd & {verdict: ReturnType<typeof verdictOf>};

/** The runs of one verification. */
export type CommandRuns = {
	/** Runs the command for a trial; null if the time for all runs is over. @throws the signal's reason */
	make: (trial: Trial<Unit>, log: (number: number) => string) => Promise<JudgedEnd | null>;
	/** So far. */
	made: () => Pick<Verification, 'runs' | 'confirming' | 'seconds'>;
};

/** How often a run that goes on is shown. */
const tickMs = 1000;

/**
 * Runs the command of a request time and again, within its limits.
 * @param world `shown`: the command without secrets
 */
export function openCommandRuns(
	{command, timeoutMs, budgetMs}: VerifyRequest,
	{shown, ...world}: Pick<Context, 'signal'> & {cwd: string; env: Record<string, string>; shown: string},
	emit: (event: RunEvent) => void,
): CommandRuns {
	let [runs, confirming, ms] = [0, 0, 0];
	return {
		async make({units, purpose, ahead}, log) {
			const leftMs = Math.floor(budgetMs - ms);
			if (leftMs <= 0) return null;
			runs += 1;
			const isConfirming = purpose === 'again' || purpose === 'confirm';
			if (isConfirming) confirming += 1;
			const show = (elapsedMs: number) => {
				const changes = units.flat().length;
				emit({type: 'verify-run', command: shown, number: runs, of: runs + ahead, changes, purpose, ms: elapsedMs});
			};
			show(0);
			const start = performance.now();
			const timer = setInterval(() => show(performance.now() - start), tickMs);
			try {
				const limits = {timeoutMs: Math.min(timeoutMs, leftMs), log: log(runs)};
				const end = await runCommand(command, {...world, ...limits});
				ms += end.ms;
				return end.isTimeout && leftMs <= timeoutMs ? null : {...end, verdict: verdictOf(end)};
			} finally {
				clearInterval(timer);
			}
		},
		made: () => ({runs, confirming, seconds: Math.round(ms / 1000)}),
	};
}
