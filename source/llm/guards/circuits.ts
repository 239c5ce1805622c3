import {nameOfChoice} from '../choice.ts';
import type {ModelChoice} from '../providers/registry.ts';
import {type Circuit, type CircuitOptions, type CircuitState, createCircuit} from './circuit.ts';

/** The circuits of a run: one per provider, model and effort. `states`: of those that can open. */
export type Circuits = {
	of: (choice: ModelChoice) => Circuit;
	states: () => {choice: ModelChoice; state: CircuitState}[];
};

export function createCircuits(options: Omit<CircuitOptions, 'name'>): Circuits {
	const circuits = new Map<string, {choice: ModelChoice; circuit: Circuit}>();
	return {
		of(choice) {
			const name = nameOfChoice(choice);
			let entry = circuits.get(name);
			if (!entry) {
				entry = {choice, circuit: createCircuit({...options, name})};
				circuits.set(name, entry);
			}
			return entry.circuit;
		},
		states: () =>
			[...circuits.values()].flatMap(({choice, circuit: {state}}) => (state === null ? [] : [{choice, state}])),
	};
}
