import type {EndedFilter, FoundPull} from '../../code-host/lists.ts';
import {pullRequestStates} from '../vocabulary.ts';
import {endedPulls, openPulls} from './list-documents.ts';
import {type ListedNode, type ListedRepository, toListed} from './listed-nodes.ts';

/** Which pull requests the lists of repositories have, and in what order. */
export type Selection = {
	/** In plain words. */
	what: string;
	documents: typeof openPulls;
	/** Of the documents that list several. */
	variables: Record<string, unknown>;
	/** Whether the latest update comes first. Otherwise the order does not change meanwhile. */
	isByUpdate: boolean;
	/** None that ended before is wanted, nor an open one that was opened before. In milliseconds since the epoch. */
	since: number;
};

export const openOnes: Selection = {
	what: 'open pull requests',
	documents: openPulls,
	variables: {},
	isByUpdate: false,
	since: 0,
};

export const endedOnes = ({states, since}: EndedFilter): Selection => ({
	what: `${states.join(', ')} pull requests`,
	documents: endedPulls,
	variables: {states: states.map(pullRequestStates.nameOf)},
	isByUpdate: true,
	since,
});

/** Whether one of the nodes was updated by a time, in milliseconds since the epoch. */
export const hasOlder = (nodes: readonly (ListedNode | null)[], time: number): boolean =>
	nodes.some(node => node !== null && Date.parse(node.updatedAt) <= time);

/** Those that are wanted. */
export const selected = (
	nodes: readonly ListedNode[],
	repository: ListedRepository,
	{since}: Selection,
	host: string,
): FoundPull[] =>
	nodes
		.map(node => toListed(host, repository, node))
		.filter(({endedAt, createdAt}) => Date.parse(endedAt ?? createdAt) >= since);
