import {maskSecrets} from '../../../llm/mask/mask.ts';
import type {Trial} from '../../../resolve/verification.ts';
import {throttle} from '../../../system/throttle.ts';
import type {CommandEnvironment} from '../../../worktree/verify/environment.ts';
import {type CommandEnd, runCommand, verdictOf} from '../../../worktree/verify/run-command.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import type {VerifyRequest} from '../request.ts';
import type {Unit} from './units.ts';
import type {Verification} from './verification.ts';

/** How a run of the user's command ended, with what it shows. */
export type JudgedEnd = CommandEnd & {verdict: ReturnType<typeof verdictOf>};

/** What ends all runs: their time, or the user. */
export type EndOfRuns = 'budget' | 'user';

/** The runs of one verification. */
export type CommandRuns = {
	/** Runs the command for a trial; or what ended all runs before it did. @throws the signal's reason */
	make: (trial: Trial<Unit>, log: (number: number) => string) => Promise<JudgedEnd | EndOfRuns>;
	/** So far. */
	made: () => Pick<Verification, 'runs' | 'confirming' | 'seconds'>;
};

type RunsWorld = Pick<Context, 'signal' | 'sleep'> & {
	cwd: string;
	environment: Pick<CommandEnvironment, 'env' | 'keptFiles'>;
	/** The command without secrets. */
	shown: string;
	/** Aborts when the user wants no more runs. */
	stop: AbortSignal | null;
	/** The verification that this one continues; null: none. */
	earlier: ReturnType<CommandRuns['made']> | null;
};

/** Runs the command of a request time and again, within its limits. */
export function openCommandRuns(
	{command, timeoutMs, budgetMs}: VerifyRequest,
	{shown, cwd, environment: {env, keptFiles}, sleep, stop, earlier, signal: outer}: RunsWorld,
	emit: (event: RunEvent) => void,
): CommandRuns {
	let {runs, confirming} = earlier ?? {runs: 0, confirming: 0};
	let ms = (earlier?.seconds ?? 0) * 1000;
	const signal = stop ? AbortSignal.any([outer, stop]) : outer;
	return {
		async make({units, purpose, ahead}, log) {
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
				const world = {cwd, env, keptFiles, signal, onOutput: output.follow, ...limits};
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
		made: () => ({runs, confirming, seconds: Math.round(ms / 1000)}),
	};
}

/** How much of the end is shown, in characters. */
const shownLength = 16 * 1024;
/** At most one view in this time. */
const pauseMs = 250;
/** The rest of it may be on its way, and half a secret is none that the mask knows. */
const unfinishedWord = /[\w+/=.-]{4,}$/;

/** The end of what a command writes, shown while it runs. */
export type LiveOutput = {
	/** More was written; `tail` gives the end of all of it. */
	follow: (tail: () => string) => void;
	/** The command has ended: shows the end of its output. */
	end: () => Promise<void>;
};

/** Shows the end of a command's output as it grows, without secrets. @param show gets text that is otherwise untrusted */
export function openLiveOutput(show: (text: string) => void, world: Pick<Context, 'sleep'>): LiveOutput {
	let tail = () => '';
	let showing: Promise<unknown> = Promise.resolve();
	const view = (isOver: boolean) => {
		showing = showing.then(async () => {
			const {texts} = await maskSecrets([endOf(tail())]);
			show(isOver ? texts[0]! : texts[0]!.replace(unfinishedWord, ''));
		});
	};
	const views = throttle(() => view(false), pauseMs, world);
	return {
		follow(read) {
			tail = read;
			views.call();
		},
		async end() {
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
