import type {PlacedProposal} from './proposal.ts';

/** What a change needs for itself: a range of points, both bounds inclusive. */
export type Claim = {
	kind: 'lines' | 'keys' | 'choice';
	/** Only points of one space can be compared: the lines of a file, its keys, or one choice. */
	space: string;
	from: number;
	to: number;
	/** Equal claims on the same range with the same value do not conflict. Null: exclusive to one change. */
	value: string | null;
};

export type ClaimsOf = (proposal: PlacedProposal) => readonly Claim[];
