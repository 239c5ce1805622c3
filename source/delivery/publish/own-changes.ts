import type {Committed} from '../../review/closing/fate.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import type {Git} from '../../worktree/git.ts';
import type {Journal} from '../../worktree/journal.ts';
import type {Run} from '../../worktree/run-record.ts';
import {editsIn} from './gone-in.ts';

/** A change in a commit of ours: as it was proposed, as a person edited it, or as a hook made it. */
export type OwnChange = Pick<Committed, 'kind' | 'commit'>;

type RecordedChange = OwnChange & {id: string; path: string; findings: readonly string[]; run: Run};

/**
 * The changes that runs have brought to the pull request. One that a person edited, or a hook reformatted, counts only if the
 * head has its lines: its comment shows others, so only the record can be compared.
 * @param runs the newest first
 * @param isAsCommitted whether a file is on the head as a commit left it
 */
export async function ownChanges(
	runs: readonly Run[],
	{head, published}: {head: string; published: ReadonlySet<string>},
	isAsCommitted: (commit: string, path: string) => boolean,
	world: {git: Git; journal: Pick<Journal, 'image'>},
) {
	const recorded = new Map(
		runs
			.toReversed()
			.flatMap(changesIn)
			.filter(({commit}) => published.has(commit))
			.map(change => [change.id, change]),
	);
	const isStanding = async ({id, commit, path, run, kind}: RecordedChange) => {
		if (kind === 'fixed' || isAsCommitted(commit, path)) return true;
		const found = await editsIn(head, run, world);
		return found.some(({edit, undone, other}) => undone + other === 0 && edit.changes.includes(id));
	};
	const standing: RecordedChange[] = [];
	for (const change of recorded.values()) if (await isStanding(change)) standing.push(change);
	const edited = standing.filter(({kind}) => kind === 'edited');
	return {
		/** By the id of the change. */
		changes: new Map<string, OwnChange>(standing.map(change => [change.id, change])),
		/** Those that a person edited, by the id of a finding that asks for them. */
		edited: new Map<string, OwnChange>(edited.flatMap(change => change.findings.map(id => [id, change]))),
	};
}

/** A commit can hold what several runs have written, and each of them only knows how its own changes came about. */
const changesIn = (run: Run): RecordedChange[] =>
	storedCommitsOf(run).flatMap(({oid: commit, changes}) =>
		run.edits.flatMap(edit =>
			edit.changes
				.filter(id => changes.includes(id))
				.map(id => ({id, commit, path: edit.path, findings: edit.findings, run, kind: kindOf(edit, id)})),
		),
	);

function kindOf({decided, reformatted}: Run['edits'][number], id: string): OwnChange['kind'] {
	if (decided.includes(id)) return 'edited';
	return reformatted?.changes.includes(id) ? 'reformatted' : 'fixed';
}
