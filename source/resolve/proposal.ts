import type {Change, Finding} from '../review/finding.ts';
import type {Placement} from './placement.ts';

/** A change with where it lands; findings that ask for the same result share one. */
export type Proposal = {
	change: Change;
	/** The finding that brought `change` first, then those that ask for the same. */
	findings: Finding[];
	/** Ids of the changes that were merged into this one. */
	aliases: string[];
	/** Path in today's work tree. */
	path: string;
	/** `refused`: the file must not be touched (binary, a symbolic link, outside of the work tree, ...). */
	placement: Placement | {kind: 'refused'; reason: string};
};

export type PlacedProposal = Proposal & {placement: Extract<Placement, {edits: unknown}>};

export function isPlaced(proposal: Proposal): proposal is PlacedProposal {
	return 'edits' in proposal.placement;
}

/** Makes one proposal of those that lead to the same text at the same place, in the order they came. */
export function mergeIdentical(proposals: readonly Proposal[]): Proposal[] {
	const merged = new Map<string, Proposal>();
	for (const proposal of proposals) {
		const key = isPlaced(proposal)
			? JSON.stringify([proposal.path, proposal.placement.edits])
			: JSON.stringify([proposal.change.id]);
		const first = merged.get(key);
		if (!first) {
			merged.set(key, {...proposal, findings: [...proposal.findings], aliases: [...proposal.aliases]});
			continue;
		}
		first.aliases.push(proposal.change.id, ...proposal.aliases);
		for (const finding of proposal.findings) if (!first.findings.includes(finding)) first.findings.push(finding);
	}
	return [...merged.values()];
}
