import {type Decision, decidedId} from '../../resolve/decision.ts';

/** By the id of the change or finding. */
export type Decisions = ReadonlyMap<string, Decision>;

/** Decisions with those that can be undone and redone. */
export type DecisionHistory = {past: readonly Decisions[]; now: Decisions; future: readonly Decisions[]};

export const historyOf = (decisions: readonly Decision[]): DecisionHistory => ({
	past: [],
	now: new Map(decisions.map(decision => [decidedId(decision), decision])),
	future: [],
});

/** With the decisions in `made`, and without those on the changes and findings in `without`. */
export function decide<State extends {history: DecisionHistory}>(
	state: State,
	made: readonly Decision[],
	without: Iterable<string> = [],
): State {
	const {past, now} = state.history;
	const next = new Map(now);
	for (const id of without) next.delete(id);
	for (const decision of made) next.set(decidedId(decision), decision);
	return {...state, history: {past: [...past, now], now: next, future: []}};
}

export function undoDecision({past, now, future}: DecisionHistory): DecisionHistory {
	const before = past.at(-1);
	return before ? {past: past.slice(0, -1), now: before, future: [now, ...future]} : {past, now, future};
}

export function redoDecision({past, now, future}: DecisionHistory): DecisionHistory {
	const [next, ...rest] = future;
	return next ? {past: [...past, now], now: next, future: rest} : {past, now, future};
}

export const asList = (decisions: Decisions): Decision[] => [...decisions.values()];
