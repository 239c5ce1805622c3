import {maskSecrets} from '../../../llm/mask/mask.ts';
import {count} from '../../../text/sentences.ts';
import {oneLine} from '../../../text/shorten.ts';
import type {CommandEnd} from '../../../worktree/verify/run-command.ts';
import type {VerifyRequest} from '../request.ts';
import type {JudgedEnd} from './command-runs.ts';
import type {TrialsEnd} from './run-trials.ts';
import {formatEnd, type Verification} from './verification.ts';

type Concluded = Pick<
	Verification,
	'state' | 'reason' | 'isUnrunnable' | 'stoppedBy' | 'baseline' | 'dropped' | 'changedFiles' | 'failure'
>;

/**
 * What the trials of a command found out, without secrets.
 * @param earlier names the runs whose changes it judged if this run has none
 */
export async function concludeTrials(
	{conclusion, changed, baseline}: TrialsEnd,
	{timeoutMs, budgetMs}: Pick<VerifyRequest, 'timeoutMs' | 'budgetMs'>,
	earlier: string | null = null,
): Promise<Concluded> {
	const {state} = conclusion;
	const ended = endedOf(conclusion);
	const [tail] = ended ? (await maskSecrets([ended.tail])).texts : [];
	const failure = ended && {exitCode: ended.exitCode, signal: ended.signal, tail: tail!, log: ended.log};
	const culprits = state === 'failed' ? conclusion.culprits.flatMap(({unit}) => unit) : [];
	const stoppedBy = state === 'stopped' ? conclusion.by : null;
	const reasons = {
		passed: () => '',
		failed: () => `passes without ${count(culprits.length, 'change')}`,
		unsteady: () => 'failed once and passed once with the same changes',
		'baseline-fails': () =>
			`fails ${earlier === null ? 'without the changes as well' : `with what ${earlier} wrote`} (${formatEnd(failure!)})`,
		'cannot-run': () => `cannot run: ${lastLine(failure!.tail) || formatEnd(failure!)}`,
		unknown: () => explainCut(ended!, timeoutMs),
		'files-changed': () => `files of ${earlier ?? 'this run'} changed while it ran: ${changed.join(', ')}`,
		stopped: () =>
			stoppedBy === 'user' ? 'at your request' : `the limit of ${budgetMs / 1000} s for all runs was reached`,
		interrupted: () => '',
	} as const;
	return {
		state: stateOf(state),
		reason: reasons[state](),
		isUnrunnable: state === 'cannot-run',
		stoppedBy,
		baseline,
		dropped: culprits.map(({proposal}) => proposal.change.id),
		changedFiles: changed,
		failure,
	};
}

function stateOf(state: TrialsEnd['conclusion']['state']): Verification['state'] {
	if (state === 'cannot-run' || state === 'files-changed') return 'unknown';
	return state === 'interrupted' ? 'stopped' : state;
}

/** The run of the command that shows it. */
function endedOf(conclusion: TrialsEnd['conclusion']): JudgedEnd | null {
	if (conclusion.state === 'failed') return conclusion.culprits.at(-1)!.fault;
	if (conclusion.state === 'files-changed') return conclusion.ended;
	return 'ended' in conclusion ? conclusion.ended[0] : null;
}

const lastLine = (text: string) => oneLine(text.trimEnd().split('\n').at(-1)!);

function explainCut(end: CommandEnd, timeoutMs: number): string {
	if (end.isTimeout) return `took longer than ${timeoutMs / 1000} s`;
	return end.exitCode === 125 ? 'cannot judge these files (exit code 125)' : `was cut off (${formatEnd(end)})`;
}
