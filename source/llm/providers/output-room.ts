import type {Effort, ModelRequest} from './provider.ts';

/** Tokens for thinking before the answer, which services count as output. A low effort needs none beside the answer's. */
const thinking = {
	none: 0,
	minimal: 0,
	low: 0,
	medium: 4096,
	high: 12_288,
	xhigh: 28_672,
	max: 28_672,
} as const satisfies Record<NonNullable<Effort>, number>;

/** The maximum output of a model, in tokens, for thinking and answer. */
export const outputRoom = ({maximumOutputTokens}: ModelRequest, effort: Effort): number =>
	maximumOutputTokens + (effort === null ? 0 : thinking[effort]);
