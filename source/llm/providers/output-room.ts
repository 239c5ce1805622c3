import type {Effort, ModelRequest} from './provider.ts';

/** Tokens that thinking may take before the answer, which services count into the output; of little it fits beside it. */
const thinking = {
	none: 0,
	minimal: 0,
	low: 0,
	medium: 4096,
	high: 12_288,
	xhigh: 28_672,
	max: 28_672,
} as const satisfies Record<NonNullable<Effort>, number>;

/** So many tokens a model may put out, so that it can think and answer. */
export const outputRoom = ({maximumOutputTokens}: ModelRequest, effort: Effort): number =>
	maximumOutputTokens + (effort === null ? 0 : thinking[effort]);
