import type {CommitPartName} from '../../resolve/commit-message.ts';
import type {Objects} from '../objects.ts';
import type {RunEdit} from '../run-edit.ts';
import type {Candidate} from './gather.ts';

/** What one of several commits is about, and the edits for it. */
export type CommitShare = {part: CommitPartName | null; members: readonly Candidate[]};

/** Divides edits into commits on a parent, in the order of these commits. @throws {Failure} `git-failed` */
export type Divide = (candidates: readonly Candidate[], parent: string, objects: Objects) => Promise<CommitShare[]>;

/** What is known of an edit that tells which commit it belongs to. */
export type PartOf = (edit: RunEdit) => CommitPartName | null;

/** By what is known of the edits themselves, in the order of their first edit. */
export function sharesBy(partOf: PartOf, candidates: readonly Candidate[]): CommitShare[] {
	const groups = Map.groupBy(candidates, ({source}) => JSON.stringify(partOf(source.edit)));
	return [...groups.values()].map(members => ({part: members[0] ? partOf(members[0].source.edit) : null, members}));
}

export const divideBy =
	(partOf: PartOf): Divide =>
	async candidates =>
		sharesBy(partOf, candidates);
