import * as z from 'zod/mini';
import type {Finding} from '../../review/finding.ts';
import {countShape, ifShaped} from '../../system/shape.ts';
import type {KeptForm} from '../records/kept-file.ts';

/** What the last round on a pull request left. */
export type RoundMemory = z.infer<typeof memoryShape>;

const memoryShape = z.object({
	/** The head after it. */
	head: z.string(),
	/** The findings that it read, as `knownAs` names them. */
	findings: z.array(z.string()),
	/** As facts have it. */
	idleRounds: countShape,
});

/**
 * A finding with its text: one whose comment was edited is another one, and so is one that answers held back and no longer do.
 * @param isHeld whether they do
 */
export const knownAs = ({id, bodyHash}: Finding, isHeld: boolean) => `${id} ${bodyHash}${isHeld ? ' held' : ''}`;

/** `others`: findings that the round was not about. `isHeld`: whether answers held a finding back. */
type RoundEnd = Pick<RoundMemory, 'head' | 'idleRounds'> & {
	findings: readonly Finding[];
	others?: readonly Finding[];
	isHeld: (finding: Finding) => boolean;
};

/** The memory after a round. What the round was not about stays as it was. */
export const remember = (
	before: RoundMemory | null,
	{head, findings, others = [], isHeld, idleRounds}: RoundEnd,
): RoundMemory => ({
	head,
	findings: [...findings.map(finding => knownAs(finding, isHeld(finding))), ...stillKnown(before, others)],
	idleRounds,
});

function stillKnown(before: RoundMemory | null, findings: readonly Finding[]): string[] {
	const known = new Set(before?.findings);
	return findings
		.flatMap(finding => [false, true].map(isHeld => knownAs(finding, isHeld)))
		.filter(key => known.has(key));
}

/** What rounds of other commands on a pull request left. Without it, the commits and replies have to do. */
export const memoryForm: KeptForm<RoundMemory> = {kind: 'rounds', read: ifShaped(memoryShape)};
