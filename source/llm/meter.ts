import type {Clock} from '../system/clock.ts';
import {type Guard, Stop} from './guard.ts';
import type {Bill} from './guards/bill.ts';
import type {Budget} from './guards/budget.ts';
import type {Circuits} from './guards/circuit.ts';
import {type MetricOutcome, type MetricRow, totalsOf} from './metrics.ts';
import {withoutNoise} from './money.ts';
import type {ModelReply, ModelRequest} from './providers/provider.ts';
import {choiceOf, type ModelChoice} from './providers/registry.ts';
import {ModelTrouble, spentOf} from './providers/trouble.ts';
import {noTokens, type Spent, tokensOf} from './providers/usage.ts';

export type Metrics = ReturnType<Meter['snapshot']>;

export type Meter = ReturnType<typeof createMeter>;

export type MeterOptions = {
	clock: Clock;
	budget: Budget;
	circuits: Pick<Circuits, 'states'>;
	/** Called after each change, often: throttle what it draws. */
	onChange: () => void;
	/** Called with each request as it ends. */
	onRow?: (row: MetricRow, request: ModelRequest) => void;
};

export function createMeter({clock, budget, circuits, onChange, onRow}: MeterOptions) {
	const rows: MetricRow[] = [];
	let avoided = 0;
	let inFlight = 0;

	function add(
		choice: ModelChoice,
		request: ModelRequest,
		rest: Pick<MetricRow, 'outcome'> & Partial<MetricRow>,
	): void {
		const startedAtMs = clock.now();
		const nothing = {tokens: noTokens, premiumRequests: 0, costUsd: 0, isCostUnknown: false};
		const unsent = {about: request.about ?? null, startedAtMs, latencyMs: null, ...nothing};
		const row: MetricRow = {choice: choiceOf(choice), ...unsent, ...rest};
		rows.push(row);
		onRow?.(row, request);
		onChange();
	}

	return {
		avoided(count: number) {
			avoided += count;
			onChange();
		},
		/** A request ended without leaving. */
		spared(choice: ModelChoice, request: ModelRequest, outcome: 'cache-hit' | 'shared-hit' | 'joined') {
			add(choice, request, {outcome});
		},
		/** The outermost guard: counts what guards stop. */
		stops:
			(choice: ModelChoice): Guard =>
			next =>
			async (request, signal) => {
				try {
					return await next(request, signal);
				} catch (error) {
					if (error instanceof Stop) add(choice, request, {outcome: error.guard});
					throw error;
				}
			},
		/** Wraps an attempt that is sent, without its waiting time. */
		attempts:
			(choice: ModelChoice, bill: Bill): Guard =>
			next =>
			async (request, signal) => {
				const {now, tick = now} = clock;
				const [startedAtMs, start] = [now(), tick()];
				const ended = (outcome: MetricOutcome, spent: Spent) => {
					inFlight -= 1;
					const latencyMs = tick() - start;
					const {usd, isUnknown: isCostUnknown} = bill.of(request, spent);
					const {premiumRequests = 0} = typeof spent === 'object' ? spent : {};
					const took = {tokens: tokensOf(spent), premiumRequests, costUsd: withoutNoise(usd), isCostUnknown};
					add(choice, request, {outcome, startedAtMs, latencyMs, ...took});
				};
				inFlight += 1;
				onChange();
				let reply: ModelReply;
				try {
					reply = await next(request, signal);
				} catch (error) {
					ended(outcomeOf(error, signal), spentOf(error));
					throw error;
				}
				ended('answered', reply.usage ?? 'unknown');
				return reply;
			},
		/** The figures at this moment. In time linear in all requests, some milliseconds for two thousand: throttle calls. */
		snapshot: () => ({
			...totalsOf(rows),
			/** Findings that were resolved without a model. */
			avoided,
			inFlight,
			circuits: circuits.states(),
			budget: budget.state,
			/** In the order in which they ended. */
			rows: [...rows],
		}),
	};
}

function outcomeOf(error: unknown, signal: AbortSignal): MetricOutcome {
	if (error instanceof ModelTrouble) return error.kind;
	return signal.aborted ? 'aborted' : 'error';
}
