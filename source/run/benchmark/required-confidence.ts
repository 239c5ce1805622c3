import type {Task} from './ask-about.ts';

/** The minimum confidence of entries, by id. */
export function requiredConfidence(tasks: readonly Task[]): Map<string, number> {
	return new Map(
		tasks.flatMap(({entry: {id, truth}}) => (truth.confidence === null ? [] : [[id, truth.confidence] as const])),
	);
}
