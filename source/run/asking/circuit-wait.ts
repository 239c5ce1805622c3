import type {Prompts} from '../../delivery/prompts.ts';
import type {Settings} from '../../settings/table.ts';
import {elapsed} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import type {Context} from '../context.ts';

/** What an open circuit refused. */
export type Refused = {
	findings: number;
	/** Until the circuit lets a request through, in milliseconds; 0 if it does already. */
	ms: number;
	/** Of one of the findings. */
	reason: string;
};

/** Whether to wait until the circuit lets a request through, and to send the findings again. @throws the signal's reason */
export type WaitForCircuit = (refused: Refused, signal: AbortSignal) => Promise<boolean>;

/** A run that asks nobody does not wait longer. */
const longestMs = 300_000;

/** Lets a person decide, each time. */
export const offerWait =
	(confirm: Prompts['confirm']): WaitForCircuit =>
	({findings, ms, reason}, signal) => {
		const first = ms > 0 ? `Wait ${elapsed(1000 * Math.ceil(ms / 1000))} and send` : 'Send';
		return confirm(`${first} ${count(findings, 'finding')} again?`, signal, {warning: reason});
	};

/** Waits once, if the setting says so, however many rounds are refused meanwhile. */
export function waitOnce(
	{waitForCircuit}: Pick<Settings, 'waitForCircuit'>,
	{now}: Pick<Context, 'now'>,
): WaitForCircuit {
	let endsAt: number | null = null;
	return async ({ms}) => {
		if (!waitForCircuit || ms > longestMs) return false;
		endsAt ??= now() + ms;
		return now() <= endsAt;
	};
}
