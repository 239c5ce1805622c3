import type {CountedFinding, FindingClass} from './counted.ts';
import type {Placed} from './groups.ts';
import {type Portion, type Share, shareOf} from './share.ts';

/** What suggests code can be taken; what is in words can only be followed by a change. No figure joins them. */
export const blocks = ['suggestions', 'words'] as const;

export type BlockName = (typeof blocks)[number];

/** The class that a share of the block counts, which is a word of sentences too. */
export const hitsOf = {suggestions: 'taken', words: 'changed'} as const satisfies Record<BlockName, FindingClass>;

export const blockOf = ({hasCode}: CountedFinding): BlockName => (hasCode ? 'suggestions' : 'words');

export const inBlock = (placed: readonly Placed[], block: BlockName): Placed[] =>
	placed.filter(({finding}) => blockOf(finding) === block);

/** @param placed findings of this block */
export function shareIn(placed: readonly Placed[], block: BlockName): Share {
	const decidable = placed.filter(({finding}) => finding.class !== 'undecidable');
	const ofPulls = Map.groupBy(decidable, ({pull}) => pull).values();
	return shareOf([...ofPulls].map(inside => portionOf(inside, hitsOf[block])));
}

const portionOf = (placed: readonly Placed[], hit: FindingClass): Portion => ({
	hits: placed.filter(({finding}) => finding.class === hit).length,
	of: placed.length,
});
