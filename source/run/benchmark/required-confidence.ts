import type {Task} from './ask-about.ts';

/** The confidence that entries want at least, by their ids. */
export function requiredConfidence(tasks: readonly Task[]): Map<string, number> {
	return new Map(
		tasks.flatMap(({entry: {id, truth}}) => (truth.confidence === null ? [] : [[id, truth.confidence] as const])),
	);
}
