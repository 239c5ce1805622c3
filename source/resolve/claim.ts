import type {PlacedProposal} from './proposal.ts';

/** What a change wants for itself: a stretch of points, both bounds included. */
export type Claim = {
	kind: 'lines' | 'keys' | 'choice';
	/** Points are comparable in one space only: the lines of a file, its keys, one choice. */
	space: string;
	from: number;
	to: number;
	/** Claims on the same stretch that say the same do not clash. Null: it is for one change alone. */
	says: string | null;
};

export type ClaimsOf = (proposal: PlacedProposal) => readonly Claim[];
