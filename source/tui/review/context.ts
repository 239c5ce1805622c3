/** Lines around a change; the last is more than most files have. */
const steps: readonly number[] = [0, 1, 3, 10, 30, 100, 1000];

export const usualContext = 3;

/** The next or previous number of lines; null if there is none. */
export function contextAfter(context: number, step: 1 | -1): number | null {
	return steps[steps.indexOf(context) + step] ?? null;
}
