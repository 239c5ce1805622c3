import type {CommitEnd} from '../../../code-host/commit-order.ts';
import type {Publisher} from '../../../code-host/publisher.ts';
import {headlineIn} from '../../../resolve/commit-message.ts';
import {linesOfPart} from '../../../resolve/commit-parts.ts';
import type {CommitGroup} from '../../../worktree/commit/commit-runs.ts';
import {changesOf, type RunCommit} from '../../../worktree/commit/commit-step.ts';
import type {DraftsOnCommit} from '../../../worktree/commit/draft-on-commit.ts';
import type {LeftEdit} from '../../../worktree/commit/gather.ts';
import type {IntendedCommits} from '../../../worktree/commit/intended-commits.ts';
import type {PushTarget} from '../../events.ts';

/** The commits of a run that the code host made, and what it wrote besides. */
export type SentCommits = {
	made: RunCommit[];
	notes: string[];
	/** How the next one ended; null if all are made. */
	end: Exclude<CommitEnd, {kind: 'made'}> | null;
	/** Edits of those that were not made. */
	unsent: LeftEdit[];
};

export type SendOrder = {
	publisher: Publisher;
	where: Pick<PushTarget, 'repository' | 'branch'>;
	/** Id of the run. */
	run: string;
	messageOf: (group: CommitGroup) => string;
	/** Records what is about to be sent, before each request leaves. */
	intend: (commits: IntendedCommits) => Promise<void>;
};

/** Has the code host make commits, each on the one before. @param from object id of the parent of the first one */
export async function sendCommits(
	{commits, modes}: DraftsOnCommit,
	{from, made: earlier}: {from: string; made: readonly RunCommit[]},
	{publisher, where, run, messageOf, intend}: SendOrder,
): Promise<SentCommits> {
	const worded = commits.map(({part, chosen, tree, files}) => {
		const edits = chosen.map(({source}) => source.edit);
		const message = messageOf({part, edits, runs: [run]});
		return {tree, files, message, named: {headline: headlineIn(message), ...changesOf(edits)}};
	});
	const made = [...earlier];
	const notes: string[] = [];
	let parent = from;
	for (const [index, {tree, files, message, named}] of worded.entries()) {
		const rest = worded.slice(index).map(one => ({tree: one.tree, ...one.named}));
		await intend({made: [...made], head: parent, commits: rest});
		const end = await publisher.commit({
			...where,
			expected: parent,
			message,
			files: [...files].map(([path, content]) => ({
				path,
				modeBefore: modes.get(path)!,
				mode: modes.get(path)!,
				content,
			})),
			tree,
		});
		if (end.kind !== 'made') {
			const unsent = commits.slice(index).flatMap(({chosen}, later) => {
				const reason = later === 0 && end.kind === 'unknown' ? 'its commit may not be made' : 'its commit was not made';
				return chosen.map(one => ({
					path: one.path,
					lines: linesOfPart(one, chosen, null),
					changes: one.source.edit.changes,
					reason,
				}));
			});
			return {made, notes, end, unsent};
		}
		const {oid, isSigned: signed, via, url, note} = end;
		made.push({oid, parent, ...named, signed, via, url});
		if (note !== null) notes.push(note);
		parent = oid;
	}
	return {made, notes, end: null, unsent: []};
}
