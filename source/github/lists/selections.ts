import type {z} from 'zod/mini';
import type {CountedPullRequest, EndedFilter, EndedPullRequest} from '../../code-host/lists.ts';
import type {ConnectionQuery} from '../queries.ts';
import {listDocuments} from './list-documents.ts';
import {countedShape, endedShape, type ListedRepository, toCounted, toEnded} from './listed-nodes.ts';

/** Which pull requests the lists of repositories have, and in what order. */
export type Selection<Node, Listed> = {
	/** In plain words. */
	what: string;
	documents: Record<'repositories' | 'pullRequests', ConnectionQuery> & {pullRequest: string};
	/** Of the documents that list several. */
	variables: Record<string, unknown>;
	shape: z.ZodMiniType<Node>;
	toListed: (repository: ListedRepository, node: Node) => Listed;
	isWanted: (node: Node) => boolean;
	/** When one was updated, if the latest comes first; null if the order does not change meanwhile. In milliseconds since the epoch. */
	updated: ((node: Node) => number) | null;
	/** None that was updated before is wanted. */
	since: number;
};

export const openOnes: Selection<z.infer<typeof countedShape>, CountedPullRequest> = {
	what: 'open pull requests',
	documents: listDocuments,
	variables: {},
	shape: countedShape,
	toListed: toCounted,
	isWanted: () => true,
	updated: null,
	since: 0,
};

const stateNames = {open: 'OPEN', closed: 'CLOSED', merged: 'MERGED'} as const;

export const endedOnes = ({states, since}: EndedFilter): Selection<z.infer<typeof endedShape>, EndedPullRequest> => ({
	what: `${states.join(', ')} pull requests`,
	documents: {
		repositories: listDocuments.endedRepositories,
		pullRequests: listDocuments.endedPullRequests,
		pullRequest: listDocuments.endedPullRequest,
	},
	variables: {states: states.map(state => stateNames[state])},
	shape: endedShape,
	toListed: toEnded,
	isWanted: ({mergedAt, closedAt, createdAt}) => Date.parse(mergedAt ?? closedAt ?? createdAt) >= since,
	updated: ({updatedAt}) => Date.parse(updatedAt),
	since,
});
