import type {Decision} from '../../resolve/decision.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {AnalyzeRequest} from '../../run/analyze.ts';
import type {ModelRun} from '../../run/asking/asker.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import type {Consent, Continuity, Session} from '../../run/session.ts';
import {isOnMachine} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';

/** Why no model can be asked, in words that say what to do about it. */
export type NoModel = {reason: string};

/** Who would be asked; `isHere`: on this machine and for nothing. */
export type ModelAtHand = {isHere: boolean};

/** What is reviewed. `model`: who is asked about a finding where a person wants that. */
export type ReviewRun = {request: AnalyzeRequest; policy: Policy; model: ModelRun | NoModel};

/** Reads the same pull request as often as wanted; what is asked meanwhile has one budget and one account. */
export type Sessions = {
	model: ModelAtHand | NoModel;
	/** @throws as `openSession` */
	open: (consent: Consent, signal: AbortSignal) => AsyncGenerator<RunEvent, Session>;
	/** Keeps decisions for the session after this one, in the order in which they were made. @throws as the session's `keep` */
	keep: (decisions: readonly Decision[]) => Promise<void>;
	/** Ends what models have under way, and waits for what is being kept. */
	close: () => Promise<void>;
};

export function sessionsOf({request, policy, model}: ReviewRun, context: Context): Sessions {
	const known = 'reason' in model ? model : atHand(model.settings);
	let continuity: Omit<Continuity, 'consent'> | null = null;
	let session: Session | null = null;
	let keeping: Promise<unknown> = Promise.resolve();
	return {
		model: known,
		async *open(given, signal) {
			// All of the run, which the first frame does not wait for.
			const [{openSession}, {makeOwnRuns}, {openAsker}] = await Promise.all([
				import('../../run/session.ts'),
				import('../../run/own-runs.ts'),
				import('../../run/asking/asker.ts'),
			]);
			continuity ??= {asker: 'reason' in model ? null : openAsker(model, context), own: makeOwnRuns()};
			// What stays here and costs nothing needs no yes.
			const consent = 'reason' in known || !known.isHere ? given : 'given';
			session = yield* openSession(request, policy, {...continuity, consent}, {...context, signal});
			return session;
		},
		keep(decisions) {
			const kept = keeping.then(() => session?.keep(decisions));
			keeping = kept.catch(() => {});
			return kept;
		},
		async close() {
			await Promise.all([keeping, continuity?.asker?.close()]);
		},
	};
}

function atHand({llmProvider, allowRemote, allowRemoteLocal}: Settings): ModelAtHand {
	return {isHere: isOnMachine(llmProvider) && !allowRemote && !allowRemoteLocal};
}
