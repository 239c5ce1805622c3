import type {DeliveryPresets, DeliveryTickSet} from '../../delivery/choices.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {AnalyzeRequest} from '../../run/analyze.ts';
import type {ModelRun} from '../../run/asking/asker.ts';
import type {WaitForCircuit} from '../../run/asking/circuit-wait.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import type {Consent, Continuity} from '../../run/session/own-runs.ts';
import type {Session} from '../../run/session/session.ts';
import {keyOfChoice} from '../../settings/delivery-ticks.ts';
import {isOnMachine} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import type {Repository} from '../../worktree/repository.ts';

/** Why there is no model, with what to do about it. */
export type NoModel = {reason: string};

/** `isHere`: the model runs on this machine and is free. */
export type AvailableModel = {isHere: boolean};

export type SessionRun = {
	request: AnalyzeRequest;
	policy: Policy;
	model: ModelRun | NoModel;
	/** What is ticked when the steps after writing are offered. */
	presets: DeliveryPresets;
	/** Whether a decision to apply goes on to the next finding. */
	goesOn: boolean;
	/** What to read in; default: the working tree of the context. */
	repository?: Repository;
};

export type Sessions = ReturnType<typeof sessionsOf>;

/** Sessions on the same pull request, which share one budget and one account of requests. */
export function sessionsOf({request, policy, model, presets, goesOn, repository}: SessionRun, context: Context) {
	const {source} = request;
	const known = 'reason' in model ? model : atHand(model.settings);
	let continuity: Pick<Continuity, 'asker' | 'own'> | null = null;
	let session: Session | null = null;
	let closing: Promise<unknown> = Promise.resolve();
	let keeping: Promise<unknown> = Promise.resolve();
	return {
		model: known,
		presets,
		isNamed: !('pr' in source) || source.argument !== null || source.pr !== null,
		goesOn,
		/** @throws as `openSession` */
		async *open(
			given: Consent,
			waitForCircuit: WaitForCircuit,
			signal: AbortSignal,
		): AsyncGenerator<RunEvent, Session> {
			// Loaded late, so that the first frame does not wait for it.
			const [{openSession}, {makeOwnRuns}, {openAsker}] = await Promise.all([
				import('../../run/session/session.ts'),
				import('../../run/session/own-runs.ts'),
				import('../../run/asking/asker.ts'),
			]);
			continuity ??= {asker: 'reason' in model ? null : openAsker(model, context), own: makeOwnRuns()};
			// Local and free requests need no consent.
			const consent = 'reason' in known || !known.isHere ? given : 'given';
			const again = {...request, source: session?.source ?? source};
			const shared = {...continuity, consent, waitForCircuit};
			session = yield* openSession(again, policy, shared, {...context, signal}, repository);
			return session;
		},
		/** Has `close` wait for the steps after writing. */
		awaiting<Result>(steps: Promise<Result>): Promise<Result> {
			closing = steps.catch(() => {});
			return steps;
		},
		/** Saves ticks to the user's settings; returns the path of their file. @throws as `saveSettings` */
		async keepTicks(ticked: DeliveryTickSet): Promise<string> {
			const {saveSettings} = await import('../../settings/save.ts');
			const ticks = Object.fromEntries([...ticked].map(choice => [keyOfChoice(choice), true]));
			return (await saveSettings({closing: ticked.size === 0 ? null : ticks}, context.env)).path;
		},
		/** Keeps something for the next session, one call after the other. @throws as the session's `keep...` */
		keep(save: (session: Session) => Promise<void>): Promise<void> {
			const kept = keeping.then(() => (session ? save(session) : undefined));
			keeping = kept.catch(() => {});
			return kept;
		},
		/** Ends pending requests and waits until decisions are kept, and until steps after writing have left the files in order. */
		async close() {
			await Promise.all([keeping, closing, continuity?.asker?.close()]);
		},
	};
}

function atHand({llmProvider, allowRemote, allowRemoteLocal}: Settings): AvailableModel {
	return {isHere: isOnMachine(llmProvider) && !allowRemote && !allowRemoteLocal};
}
