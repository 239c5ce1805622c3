import type {Change, Finding} from '../review/finding.ts';
import {memoize} from '../review/memoize.ts';
import {reviewerName} from '../review/reviewer.ts';
import type {Placement} from './place/placement.ts';

/** A change with its placement; findings that ask for the same result share one. */
export type Proposal = {
	change: Change;
	/** First the finding of `change`, then those that ask for the same. */
	findings: Finding[];
	/** Ids of the changes that were merged into this one. */
	aliases: string[];
	/** Path in the working tree. */
	path: string;
	/** `refused`: the file must not be changed (binary, a symbolic link, outside the working tree, ...). */
	placement: Placement | {kind: 'refused'; reason: string};
};

export type PlacedProposal = Proposal & {placement: Extract<Placement, {edits: unknown}>};

export function isPlaced(proposal: Proposal): proposal is PlacedProposal {
	return 'edits' in proposal.placement;
}

/** Who a change is by: the model that made it, otherwise the reviewers who ask for it. */
export const authorsOf = ({change: {model}, findings}: Proposal): string =>
	model?.model ?? [...new Set(findings.map(({author}) => reviewerName(author)))].join(', ');

/** Sorts by place in the file. The order of changes of the same lines does not depend on that of the comments. */
export function byPlace(
	{change: one, placement: a}: PlacedProposal,
	{change: two, placement: b}: PlacedProposal,
): number {
	return a.start - b.start || a.end - b.end || (one.id < two.id ? -1 : 1);
}

/**
 * Merges proposals that lead to the same text at the same place. The one with the smallest range, or the first one,
 * represents all, so that the order of the others makes no difference.
 */
export function mergeIdentical(proposals: readonly Proposal[]): Proposal[] {
	const groups = Map.groupBy(proposals, proposal =>
		isPlaced(proposal)
			? JSON.stringify([proposal.path, proposal.placement.edits])
			: JSON.stringify([proposal.change.id]),
	);
	return [...groups.values()].flatMap(group => {
		const [speaker, ...others] = group.filter(isPlaced).sort(byRange);
		if (!speaker) return group.slice(0, 1);
		return {
			...speaker,
			findings: [...new Set([speaker, ...others].flatMap(({findings}) => findings))],
			aliases: [...speaker.aliases, ...others.flatMap(({change, aliases}) => [change.id, ...aliases])],
		};
	});
}

function byRange({placement: a}: PlacedProposal, {placement: b}: PlacedProposal): number {
	return a.end - a.start - (b.end - b.start) || a.start - b.start;
}

/**
 * For each finding of a proposal, the options that its comment offers, including this one: at most one may be applied. The
 * same options are the same array; empty if there is no choice.
 */
export type OptionsOf = (proposal: Proposal) => (readonly Change[])[];

/** Looks up options; indexes each comment once, because one can contain thousands of changes. */
export function optionsLookup(): OptionsOf {
	const indexOf = memoize((finding: Finding) => {
		const options: readonly Change[] = finding.changes.filter(({isOption}) => isOption);
		return {ids: new Set(options.map(({id}) => id)), options};
	});
	return ({change, aliases, findings}) =>
		findings.map(finding => {
			const {ids, options} = indexOf(finding);
			return [change.id, ...aliases].some(id => ids.has(id)) ? options : [];
		});
}

/** The choices of which this proposal is one option among others. */
export function choicesOf(proposal: Proposal, optionsOf: OptionsOf): (readonly Change[])[] {
	const own = new Set([proposal.change.id, ...proposal.aliases]);
	return optionsOf(proposal).filter(options => options.some(({id}) => !own.has(id)));
}
